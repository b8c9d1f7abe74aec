import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import {
  COMMIT_AHEAD_MS,
  commitmentOf,
  epochEndsAt,
  epochOf,
  epochStartsAt,
  previousSeed,
} from '../simulator/epochs.js';
import { beaconOf, entropyOf, latenessMs, type Heads } from './beacon.rules.js';
import { wrongInRound } from '../drand/drand.rules.js';
import type { CommitEpoch, OpenMarket, RevealEpoch } from './market-epoch.commands.js';
import type { EpochCommitted, MarketEpochEvent, MarketOpened } from './market-epoch.events.js';

/** What is promised and shown so far. `committed` holds the epochs that are not revealed yet, and the last revealed one. */
export interface MarketEpochs {
  opened: MarketOpened | null;
  committed: EpochCommitted[];
  /** The last epoch that was committed, and the last that was revealed; before the first ones `firstEpoch - 1`. */
  committedTo: number;
  revealedTo: number;
  /** The seed that was revealed last; the anchor before. */
  lastSeed: string;
  /** Those of the last commitment; before the first one, those at the opening. */
  lastHeads: Heads;
}

export const marketEpochsKind: StreamKind<MarketEpochs> = {
  name: 'market',
  initial: () => ({
    opened: null,
    committed: [],
    committedTo: 0,
    revealedTo: 0,
    lastSeed: '',
    lastHeads: { demo: '', real: '' },
  }),
  evolve: (state, event) => evolve(state, event as MarketEpochEvent),
};

export const MARKET_EPOCHS_ID = 'epochs';

const newEvent = eventsOf<FactsOf<MarketEpochEvent>>(() => `market-${MARKET_EPOCHS_ID}`);

function evolve(state: MarketEpochs, event: MarketEpochEvent): MarketEpochs {
  switch (event.type) {
    case 'MarketOpened': {
      const before = event.data.firstEpoch - 1;
      return {
        opened: event.data,
        committed: [],
        committedTo: before,
        revealedTo: before,
        lastSeed: event.data.anchor,
        lastHeads: event.data.heads,
      };
    }
    case 'EpochCommitted': {
      const { epoch, heads } = event.data;
      return { ...state, committed: [...state.committed, event.data], committedTo: epoch, lastHeads: heads };
    }
    case 'EpochRevealed': {
      const committed = state.committed.filter(({ epoch }) => epoch >= event.data.epoch);
      return { ...state, committed, revealedTo: event.data.epoch, lastSeed: event.data.seed };
    }
    default:
      return never(event);
  }
}

/** These commands come from the runtime alone, so a wrong one is our own mistake and throws. */
export function decideOpen(state: MarketEpochs, { launchAt, epochMs, anchor, heads }: OpenMarket['data']): NewEvent[] {
  if (state.opened !== null) throw new Error('the market is open already');
  const firstEpoch = epochOf(launchAt, epochMs);
  return [newEvent('MarketOpened', { launchAt, epochMs, firstEpoch, anchor, heads })];
}

/** Epochs are committed one after the other, none twice and none before its last minute. */
export function decideCommit(state: MarketEpochs, data: CommitEpoch['data'], at: number): NewEvent[] {
  const { epoch, commitment, heads, drand } = data;
  if (state.opened === null) throw new Error('the market is not open');
  if (epoch !== state.committedTo + 1) throw new Error(`epoch ${epoch} is not the next to commit`);
  const { epochMs } = state.opened;
  const startsAt = epochStartsAt(epoch, epochMs);
  const earliest = startsAt - COMMIT_AHEAD_MS;
  if (at < earliest) throw new Error(`epoch ${epoch} begins in more than a minute`);
  const [wrong] = typeof drand === 'object' ? wrongInRound(drand, earliest) : [];
  if (wrong !== undefined) throw new Error(`expected is ${wrong[0]}, found is ${wrong[1]}`);
  const entropy = entropyOf(drand, heads, state.lastHeads);
  return [
    newEvent('EpochCommitted', {
      epoch,
      startsAt,
      endsAt: epochEndsAt(epoch, epochMs),
      lateMs: latenessMs(at, startsAt),
      commitment,
      beacon: beaconOf(epoch, entropy, heads),
      entropy,
      heads,
    }),
  ];
}

/** A seed is shown when its epoch is over, and must be the one that was promised, twice over: by hash and by chain. */
export function decideReveal(state: MarketEpochs, { epoch, seed }: RevealEpoch['data'], at: number): NewEvent[] {
  if (epoch !== state.revealedTo + 1) throw new Error(`epoch ${epoch} is not the next to reveal`);
  const promise = state.committed.find((committed) => committed.epoch === epoch);
  if (promise === undefined) throw new Error(`epoch ${epoch} was never committed`);
  if (at < promise.endsAt) throw new Error(`epoch ${epoch} is not over`);
  if (commitmentOf(seed) !== promise.commitment) throw new Error(`the seed of epoch ${epoch} is not the promised one`);
  if (previousSeed(seed) !== state.lastSeed) throw new Error(`the seed of epoch ${epoch} is not of the chain`);
  return [newEvent('EpochRevealed', { epoch, seed })];
}
