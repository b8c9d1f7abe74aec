import { createHash } from 'node:crypto';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent } from '../../core/event.js';
import { never } from '../../core/never.js';
import { commitmentOf, epochEndsAt, epochOf, epochStartsAt, previousSeed } from '../simulator/epochs.js';
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
}

export const marketEpochsKind: StreamKind<MarketEpochs> = {
  name: 'market',
  initial: () => ({ opened: null, committed: [], committedTo: 0, revealedTo: 0, lastSeed: '' }),
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
      };
    }
    case 'EpochCommitted':
      return { ...state, committed: [...state.committed, event.data], committedTo: event.data.epoch };
    case 'EpochRevealed': {
      const committed = state.committed.filter(({ epoch }) => epoch >= event.data.epoch);
      return { ...state, committed, revealedTo: event.data.epoch, lastSeed: event.data.seed };
    }
    default:
      return never(event);
  }
}

/** Entropy of an epoch's users: SHA-256 over the heads of their histories. */
export function beaconOf(heads: { readonly demo: string; readonly real: string }): string {
  return createHash('sha256').update(`glassbook/beacon/${heads.demo}/${heads.real}`).digest('hex');
}

/** These commands come from the runtime alone, so a wrong one is our own mistake and throws. */
export function decideOpen(state: MarketEpochs, { launchAt, epochMs, anchor }: OpenMarket['data']): NewEvent[] {
  if (state.opened !== null) throw new Error('the market is open already');
  const firstEpoch = epochOf(launchAt, epochMs);
  return [newEvent('MarketOpened', { launchAt, epochMs, firstEpoch, anchor })];
}

/** Epochs are committed one after the other, none twice. */
export function decideCommit(state: MarketEpochs, { epoch, commitment, heads }: CommitEpoch['data']): NewEvent[] {
  if (state.opened === null) throw new Error('the market is not open');
  if (epoch !== state.committedTo + 1) throw new Error(`epoch ${epoch} is not the next to commit`);
  const { epochMs } = state.opened;
  const startsAt = epochStartsAt(epoch, epochMs);
  const endsAt = epochEndsAt(epoch, epochMs);
  return [newEvent('EpochCommitted', { epoch, startsAt, endsAt, commitment, beacon: beaconOf(heads), heads })];
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
