import { Unfit } from '../../config/unfit.js';
import type { Clock } from '../../core/clock.js';
import type { CommandContext, Commands } from '../../core/command.js';
import { Refused } from '../../core/refusal.js';
import { loadStream } from '../../engine/writer/loader.js';
import type { Writers } from '../../engine/writer/writers.js';
import { CommitEpoch, OpenMarket, RevealEpoch } from '../market-epoch/market-epoch.commands.js';
import type { FoundRound } from '../drand/drand.rules.js';
import type { DrandRounds } from '../drand/drand-rounds.js';
import type { Heads } from '../market-epoch/beacon.rules.js';
import { MARKET_EPOCHS_ID, marketEpochsKind } from '../market-epoch/market-epoch.decider.js';
import type { MarketEpochs } from '../market-epoch/market-epoch.decider.js';
import type { MarketOpened } from '../market-epoch/market-epoch.events.js';
import {
  COMMIT_AHEAD_MS,
  commitmentOf,
  effectiveSeed,
  epochOf,
  epochStartsAt,
  type SeedChain,
} from '../simulator/epochs.js';
import type { SeedVault } from './seed-vault.js';

/** How long all epochs together that have begun may wait for drand: the market stands still meanwhile. */
const BEGUN_WAIT_MS = 8_000;

/**
 * Promises every epoch in the minute before it begins and shows its seed when it is over. An epoch that began while the server
 * was down is promised late, as its event says; its seed was fixed at genesis all the same.
 */
export class EpochPublisher {
  private chain: SeedChain | undefined;
  private opened: MarketOpened | undefined;
  private keepingUp: Promise<void> | undefined;
  private readonly effective = new Map<number, string>();
  private readonly beacons = new Map<number, string>();

  constructor(
    private readonly parts: {
      writers: Writers;
      commands: Commands;
      vault: SeedVault;
      rounds: DrandRounds;
      clock: Clock;
      /** Of a market that is opened now; an open one keeps its own. */
      epochMs: number;
    },
  ) {}

  /** Throws when the data folder lacks the seeds that the history promised. Called before this server takes a realm. */
  async check(): Promise<void> {
    const { state } = await loadStream(this.parts.writers.store, 'house', marketEpochsKind, MARKET_EPOCHS_ID);
    if (state.opened !== null) this.chain = this.openVault(state.opened);
  }

  /** Opens the market at its first start, checks the vault against the promise at every later one, and catches up. */
  async start(): Promise<MarketOpened> {
    const state = await this.state();
    const opened = state.opened ?? (await this.open());
    this.chain ??= this.openVault(opened);
    this.opened = opened;
    await this.keepUp();
    return opened;
  }

  /** The effective seed of an epoch, for the price model; `undefined` before it is promised. */
  seedOf(epoch: number): string | undefined {
    const known = this.effective.get(epoch);
    if (known !== undefined) return known;
    const beacon = this.beacons.get(epoch);
    if (beacon === undefined || this.chain === undefined) return undefined;
    const seed = effectiveSeed(this.chain.seedOf(epoch), beacon);
    this.effective.set(epoch, seed);
    return seed;
  }

  /** Whether the seed of the epoch of an instant is known. */
  isPromised(at: number): boolean {
    return this.opened !== undefined && this.seedOf(epochOf(at, this.opened.epochMs)) !== undefined;
  }

  /** Promises and shows what is due, once for all who ask at a time. Cheap when nothing is. */
  keepUp(): Promise<void> {
    this.keepingUp ??= this.promiseDue().finally(() => (this.keepingUp = undefined));
    return this.keepingUp;
  }

  private async promiseDue(): Promise<void> {
    const { chain, opened } = this;
    if (chain === undefined || opened === undefined) throw new Error('the market is not open yet');
    const now = this.parts.clock.now();
    const current = epochOf(now, opened.epochMs);
    let { committedTo, revealedTo } = await this.state();
    // Promised before this start, or by another server that held the realm meanwhile.
    if (!this.beacons.has(committedTo)) await this.readBeacons();
    let waited: AbortSignal | undefined;
    while (committedTo < current) {
      committedTo += 1;
      waited ??= AbortSignal.timeout(BEGUN_WAIT_MS);
      const found = await this.parts.rounds.ofBegun(epochStartsAt(committedTo, opened.epochMs), waited);
      await this.commit(chain, committedTo, found);
      if (revealedTo + 1 < committedTo) revealedTo = await this.reveal(chain, revealedTo + 1);
    }
    const startsAt = epochStartsAt(current + 1, opened.epochMs);
    if (committedTo === current && now >= startsAt - COMMIT_AHEAD_MS) {
      // As soon as it is known what its beacon is made of.
      const found = this.parts.rounds.ofComing(startsAt, now);
      if (found !== undefined) await this.commit(chain, current + 1, found);
    }
    while (revealedTo + 1 < current) revealedTo = await this.reveal(chain, revealedTo + 1);
  }

  private async open(): Promise<MarketOpened> {
    const firstEpoch = epochOf(this.parts.clock.now(), this.parts.epochMs);
    this.chain = this.parts.vault.exists
      ? this.parts.vault.open()
      : this.parts.vault.create(firstEpoch, this.parts.epochMs);
    const launchAt = epochStartsAt(this.chain.firstEpoch, this.parts.epochMs);
    const { anchor } = this.chain;
    const facts = { launchAt, epochMs: this.parts.epochMs, anchor, heads: this.heads() };
    await this.send(new OpenMarket(this.context(), facts));
    const { opened } = await this.state();
    if (opened === null) throw new Error('the market did not open');
    return opened;
  }

  private openVault({ anchor }: MarketOpened): SeedChain {
    if (!this.parts.vault.exists) throw new MissingSeeds();
    const chain = this.parts.vault.open();
    if (chain.anchor === anchor) return chain;
    throw new Unfit('The market seeds in the data folder are not those that this history promised.');
  }

  private async commit(chain: SeedChain, epoch: number, drand: FoundRound): Promise<void> {
    const commitment = commitmentOf(chain.seedOf(epoch));
    await this.send(new CommitEpoch(this.context(), { epoch, commitment, drand, heads: this.heads() }));
    const { committed } = await this.state();
    const promise = committed.find((each) => each.epoch === epoch);
    if (promise === undefined) throw new Error(`epoch ${epoch} was not committed`);
    this.beacons.set(epoch, promise.beacon);
  }

  private async reveal(chain: SeedChain, epoch: number): Promise<number> {
    await this.send(new RevealEpoch(this.context(), { epoch, seed: chain.seedOf(epoch) }));
    return epoch;
  }

  private heads(): Heads {
    const of = (realm: string): string =>
      this.parts.writers.status().find((status) => status.realm === realm)?.hash ?? '';
    return { demo: of('demo'), real: of('real') };
  }

  private async readBeacons(): Promise<void> {
    for (let version = 0; ;) {
      const events = await this.parts.writers.store.readStream('house', `market-${MARKET_EPOCHS_ID}`, version);
      for (const event of events) {
        version = event.version;
        if (event.type !== 'EpochCommitted') continue;
        const { epoch, beacon } = event.data as { epoch: number; beacon: string };
        this.beacons.set(epoch, beacon);
      }
      if (events.length === 0) return;
    }
  }

  private state(): Promise<MarketEpochs> {
    return this.parts.writers.read('house', marketEpochsKind, MARKET_EPOCHS_ID);
  }

  private async send(command: OpenMarket | CommitEpoch | RevealEpoch): Promise<void> {
    const result = await this.parts.commands.execute(command);
    if (!result.ok) throw new Refused(command.type, result.refusal);
  }

  private context(): CommandContext {
    return { realm: 'house', at: this.parts.clock.now(), actor: 'market' };
  }
}

/** A second server, or a restored database, without the seeds that its history promised. The operator can mend that. */
class MissingSeeds extends Unfit {
  constructor() {
    super(
      'This database has a market whose seeds are not in the data folder.\n' +
        'Copy secrets/market-seeds.json from the first server, or from the backup, into the secrets folder of DATA_DIR.',
    );
  }
}
