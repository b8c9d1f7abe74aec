import { DELIVERY_SECONDS } from '../../contracts/option.contract.js';
import { amount, format } from '../../shared/money.js';
import type { RecordedEvent } from '../core/event.js';
import type { OptionRules } from '../features/option/option.commands.js';
import { payoutOf, resultOf } from '../features/option/option.decider.js';
import type {
  OptionBought,
  OptionEntered,
  OptionEvent,
  OptionReturned,
  OptionSettled,
} from '../features/option/option.events.js';
import { costOf, edgeOf, OFFER_LASTS_MS, winsOf } from '../features/option/option.rules.js';
import { entryDelay } from '../market/option/entry-delay.js';
import { averagePrice, interruptionOf, stepsAt, sumOfSteps } from '../market/option/option-average.js';
import { chancesOf, payoutsOf } from '../market/option/option-chances.js';
import { optionSpread } from '../market/option/option-spread.js';
import { BEAT_MS, BEATS_PER_SECOND } from '../market/simulator/beats.js';
import { keyOf } from '../market/simulator/chacha.js';
import { effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import { ExpectedVariances } from '../market/volatility/expected-variance.js';
import { REVISION_MS, type Revision } from './conversion.check.js';
import type { PublishedTables } from './fee.check.js';
import { modelOf, type Market, type MarketDifference } from './market.check.js';

/** An option with what became of it, as far as it is read. */
export interface RecordedOption {
  readonly realm: string;
  readonly position: number;
  readonly boughtAt: number;
  readonly symbol: string;
  readonly bought: OptionBought;
  entered?: OptionEntered;
  settled?: OptionSettled;
  returned?: OptionReturned;
  endedAt?: number;
  /** The newest event of the realm that was read: a later one than its end means that it should have ended. */
  readTo: number;
}

/**
 * Gathers the options of one realm that were bought or have ended in the epochs asked for. Those of before are read too, and those that are
 * open at the end of an epoch are followed beyond it.
 */
export class Options {
  private readonly wantedOnes = new Set<RecordedOption>();
  private readonly open = new Map<string, RecordedOption>();
  private readTo = 0;

  constructor(
    private readonly realm: string,
    private readonly wanted: (at: number) => boolean,
  ) {}

  get recorded(): RecordedOption[] {
    return [...this.wantedOnes].map((one) => ({ ...one, readTo: this.readTo }));
  }

  /** Whether one that is asked for has not ended yet. */
  get isWaiting(): boolean {
    return [...this.open.values()].some((one) => this.wantedOnes.has(one));
  }

  take(event: RecordedEvent): void {
    this.readTo = event.at;
    if (!event.stream.startsWith('option-')) return;
    const { type, data, at, position } = event as OptionEvent & RecordedEvent;
    if (type === 'OptionBought') {
      const one = { realm: this.realm, position, boughtAt: at, symbol: data.symbol, bought: data, readTo: at };
      this.open.set(data.optionId, one);
      if (this.wanted(at)) this.wantedOnes.add(one);
      return;
    }
    if (!('optionId' in data)) return;
    const option = this.open.get(data.optionId);
    if (option === undefined) return;
    if (type === 'OptionEntered') option.entered = data;
    if (type === 'OptionSettled') option.settled = data;
    if (type === 'OptionReturned') option.returned = data;
    if (type === 'OptionEntered') return;
    option.endedAt = at;
    this.open.delete(data.optionId);
    if (this.wanted(at)) this.wantedOnes.add(option);
  }
}

type Model = ReturnType<typeof modelOf>;

interface HouseFacts {
  readonly revisions: ReadonlyMap<string, readonly Revision[]>;
  readonly published: PublishedTables;
}

/** A settlement may be late by a standstill; a history that goes on for so long without it has lost it. */
const LOST_AFTER_MS = 3_600_000;

/**
 * Every option again: the delay by the seed of its epoch, chances and payout by what was known then, entry, average, result and what was
 * paid; and that it ended at all. A stake comes back for an action only where the instrument was revised before its end.
 */
export function auditOptions(
  market: Market,
  facts: HouseFacts,
  recorded: readonly RecordedOption[],
): MarketDifference[] {
  const checker = new OptionChecker(market, facts);
  return recorded
    .toSorted((one, other) => one.boughtAt - other.boughtAt)
    .flatMap((option) => {
      const { expected, found } = checker.compare(option);
      if (expected === found) return [];
      const { realm, position, symbol, boughtAt: at } = option;
      return [
        { what: 'option' as const, epoch: epochOf(at, market.epochMs), symbol, at, realm, position, expected, found },
      ];
    });
}

class OptionChecker {
  private readonly models = new Map<string, { shown: Model; blind: ExpectedVariances }>();
  private readonly seeds: ReadonlyMap<number, string>;
  private running = -Infinity;

  constructor(
    private readonly market: Market,
    private readonly facts: HouseFacts,
  ) {
    this.seeds = new Map(market.epochs.map(({ epoch, seed, beacon }) => [epoch, effectiveSeed(seed, beacon)]));
  }

  compare(option: RecordedOption): { expected: string; found: string } {
    const { bought, boughtAt } = option;
    const age = boughtAt - bought.offeredAt;
    if (age < 0 || age > OFFER_LASTS_MS)
      return { expected: `offered at most ${OFFER_LASTS_MS} ms before it was bought`, found: `${age} ms` };
    this.running = epochOf(bought.offeredAt, this.market.epochMs);
    const known = this.modelsOf(bought);
    const { name, version } = bought.policy;
    const rules = this.facts.published.get(`${name} ${version}`) as OptionRules | undefined;
    if (known === undefined || rules === undefined)
      return { expected: 'published rules and a listed instrument', found: `${bought.symbol}, ${name} ${version}` };
    const sold = this.soldAs(bought, boughtAt, rules, known);
    if (sold === undefined) return { expected: `${bought.symbol} has no chances`, found: soldText(bought) };
    // What lies in an epoch whose seed is not shown yet is for the audit of that one.
    const [entryKnown, endKnown] = [this.isKnown(sold.entryBeat), this.isKnown(sold.lastBeat)];
    const shown = { ...option, entered: entryKnown ? option.entered : undefined };
    const seen = endKnown ? shown : { ...shown, settled: undefined, returned: undefined, readTo: -Infinity };
    return {
      expected: [soldText(sold), this.pricesOf(seen, sold, known)].join('; '),
      found: [soldText(bought), foundText(seen)].join('; '),
    };
  }

  /** Delay, chances and payout, from what was known when it was sold. */
  private soldAs(
    bought: OptionBought,
    boughtAt: number,
    rules: OptionRules,
    { shown, blind }: { shown: Model; blind: ExpectedVariances },
  ): Sold | undefined {
    const { symbol, direction, delivery, stake, optionId, offeredAt } = bought;
    const seconds = DELIVERY_SECONDS[delivery];
    const { averageSeconds, delayBeatsMin: least, delayBeatsMax: most } = rules;
    const spread = optionSpread(shown, blind, symbol, { seconds, averageSeconds }, offeredAt);
    if (spread === undefined) return undefined;
    const chances = chancesOf(spread);
    const payoutRate = payoutsOf(chances, edgeOf(rules, delivery))[direction];
    const wins = winsOf(stake, payoutRate);
    const placedBeat = Math.floor(boughtAt / BEAT_MS);
    const seed = this.seeds.get(epochOf(placedBeat * BEAT_MS, this.market.epochMs)) ?? '';
    const entryBeat = placedBeat + entryDelay(keyOf(seed), optionId, placedBeat, { least, most });
    const lastBeat = entryBeat + seconds * BEATS_PER_SECOND;
    const beats = averageSeconds * BEATS_PER_SECOND;
    const cost = costOf({ stake, wins, direction }, chances);
    const variance = spread.variance.toFixed(16);
    return { placedBeat, entryBeat, lastBeat, beats, chances, variance, payoutRate, wins, cost };
  }

  private isKnown(beat: number): boolean {
    return this.seeds.has(epochOf(beat * BEAT_MS, this.market.epochMs));
  }

  /** Whether the instrument had another version by an instant than the one that the option was sold by. */
  private isRevised({ symbol, instrumentVersion }: OptionBought, by: number): boolean {
    const later = this.facts.revisions.get(symbol)?.slice(instrumentVersion) ?? [];
    return later.some(({ at }) => at <= by);
  }

  /** Entry, average and payout, as far as the option has come, at the beats that it should have. */
  private pricesOf(
    { bought, entered, settled, returned, endedAt = Infinity, readTo }: Seen,
    { entryBeat, lastBeat, beats, wins }: Sold,
    { shown, tick }: { shown: Model; tick: string },
  ): string {
    const { symbol, direction, stake } = bought;
    const parts: string[] = [];
    const hasEnded = settled !== undefined || returned !== undefined;
    const isOver = hasEnded || readTo > lastBeat * BEAT_MS + LOST_AFTER_MS;
    if (entered === undefined && !isOver) return '';
    const entry = stepsAt(shown, symbol, entryBeat);
    if (entered !== undefined) parts.push(`entry ${entry} ${format(averagePrice(entry, 1, amount(tick)))} ${lastBeat}`);
    if (!isOver) return parts.join(', ');
    // A revision is in force a moment after it is written, so for that moment either end is right.
    const isOfAction = returned?.reason === 'action' && this.isRevised(bought, endedAt);
    if (isOfAction || (hasEnded && this.isRevised(bought, endedAt - REVISION_MS)))
      return [...parts, `returned action ${stake}`].join(', ');
    const end = entered === undefined && returned !== undefined ? entryBeat : lastBeat;
    const reason = interruptionOf(shown, symbol, entryBeat * BEAT_MS, end * BEAT_MS);
    if (reason !== undefined) return [...parts, `returned ${reason} ${stake}`].join(', ');
    const sum = sumOfSteps(shown, symbol, { entryBeat, lastBeat, beats });
    const result = resultOf({ direction, beats }, `${entry}`, `${sum}`);
    const price = format(averagePrice(sum, beats, amount(tick)));
    return [...parts, `${result} ${entry} ${sum} ${price} pays ${payoutOf({ stake, wins }, result)}`].join(', ');
  }

  private modelsOf({ symbol, instrumentVersion }: OptionBought) {
    const spec = this.market.specs.get(symbol)?.get(instrumentVersion);
    if (spec === undefined) return undefined;
    const key = `${symbol} ${instrumentVersion}`;
    const known = this.models.get(key);
    if (known !== undefined) return { ...known, tick: spec.tickSize };
    const shown = modelOf(this.market, [spec]);
    const before = modelOf(this.market, [spec], (epoch) => epoch < this.running);
    const made = { shown, blind: new ExpectedVariances(shown, before) };
    this.models.set(key, made);
    return { ...made, tick: spec.tickSize };
  }
}

/** An option as far as seeds can tell. */
type Seen = Omit<RecordedOption, 'entered' | 'settled' | 'returned'> & {
  readonly entered?: OptionEntered | undefined;
  readonly settled?: OptionSettled | undefined;
  readonly returned?: OptionReturned | undefined;
};

type Sold = Pick<
  OptionBought,
  'placedBeat' | 'entryBeat' | 'lastBeat' | 'beats' | 'chances' | 'variance' | 'payoutRate' | 'wins' | 'cost'
>;

function soldText({ placedBeat, entryBeat, lastBeat, beats, chances, variance, payoutRate, wins, cost }: Sold): string {
  const { rise, fall, equal } = chances;
  const counted = `beats ${placedBeat} ${entryBeat} ${lastBeat} ${beats}`;
  return `${counted}, chances ${rise} ${fall} ${equal} (${variance}), payout ${payoutRate} ${wins}, cost ${cost}`;
}

function foundText({ entered, settled, returned }: Seen): string {
  const parts: string[] = [];
  if (entered !== undefined) parts.push(`entry ${entered.steps} ${entered.price} ${entered.lastBeat}`);
  if (returned !== undefined) parts.push(`returned ${returned.reason} ${returned.stake}`);
  if (settled !== undefined) {
    const { result, entrySteps, sumSteps, price, returned: paid } = settled;
    parts.push(`${result} ${entrySteps} ${sumSteps} ${price} pays ${paid}`);
  }
  return parts.join(', ');
}
