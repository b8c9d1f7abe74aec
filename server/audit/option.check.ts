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
import { costOf, edgeOf, winsOf } from '../features/option/option.rules.js';
import { entryDelay } from '../market/option/entry-delay.js';
import { averagePrice, interruptionOf, stepsAt, sumOfSteps } from '../market/option/option-average.js';
import { chancesOf, payoutsOf } from '../market/option/option-chances.js';
import { optionSpread } from '../market/option/option-spread.js';
import { BEAT_MS, BEATS_PER_SECOND } from '../market/simulator/beats.js';
import { keyOf } from '../market/simulator/chacha.js';
import { effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import { ExpectedVariances } from '../market/volatility/expected-variance.js';
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
}

/** Gathers the options of one realm that were bought in the epochs asked for. */
export class Options {
  readonly recorded: RecordedOption[] = [];
  private readonly open = new Map<string, RecordedOption>();

  constructor(
    private readonly realm: string,
    private readonly wanted: (at: number) => boolean,
  ) {}

  take(event: RecordedEvent): void {
    if (!event.stream.startsWith('option-')) return;
    const { type, data, at, position } = event as OptionEvent & RecordedEvent;
    if (type === 'OptionBought') {
      if (!this.wanted(at)) return;
      const one = { realm: this.realm, position, boughtAt: at, symbol: data.symbol, bought: data };
      this.open.set(data.optionId, one);
      this.recorded.push(one);
      return;
    }
    if (!('optionId' in data)) return;
    const option = this.open.get(data.optionId);
    if (option === undefined) return;
    if (type === 'OptionEntered') option.entered = data;
    if (type === 'OptionSettled') option.settled = data;
    if (type === 'OptionReturned') option.returned = data;
    if (type !== 'OptionEntered') this.open.delete(data.optionId);
  }
}

type Model = ReturnType<typeof modelOf>;

/**
 * Every option again: the delay by the seed of its epoch, chances and payout by what was known then, entry, average, result and what was
 * paid. An option whose instrument was revised meanwhile is not: its stake came back.
 */
export function auditOptions(
  market: Market,
  published: PublishedTables,
  recorded: readonly RecordedOption[],
): MarketDifference[] {
  const checker = new OptionChecker(market, published);
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
    private readonly published: PublishedTables,
  ) {
    this.seeds = new Map(market.epochs.map(({ epoch, seed, beacon }) => [epoch, effectiveSeed(seed, beacon)]));
  }

  compare(option: RecordedOption): { expected: string; found: string } {
    const { bought, boughtAt } = option;
    this.running = epochOf(bought.offeredAt, this.market.epochMs);
    const known = this.modelsOf(bought);
    const { name, version } = bought.policy;
    const rules = this.published.get(`${name} ${version}`) as OptionRules | undefined;
    if (known === undefined || rules === undefined)
      return { expected: 'published rules and a listed instrument', found: `${bought.symbol}, ${name} ${version}` };
    const found = [soldText(bought), foundText(option)].join('; ');
    const sold = this.soldAs(bought, boughtAt, rules, known);
    if (sold === undefined) return { expected: `${bought.symbol} has no chances`, found };
    return { expected: [soldText(sold), this.pricesOf(option, sold, known)].join('; '), found };
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

  /** Entry, average and payout, as far as the option has come, at the beats that it should have. */
  private pricesOf(
    { bought, entered, settled, returned }: RecordedOption,
    { entryBeat, lastBeat, beats, wins }: Sold,
    { shown, tick }: { shown: Model; tick: string },
  ): string {
    const { symbol, direction, stake } = bought;
    const parts: string[] = [];
    const entry = stepsAt(shown, symbol, entryBeat);
    if (entered !== undefined) parts.push(`entry ${entry} ${format(averagePrice(entry, 1, amount(tick)))} ${lastBeat}`);
    const end = entered === undefined ? entryBeat : lastBeat;
    // A revision is told by the version of the instrument, not by prices.
    if (returned?.reason === 'action') return [...parts, `returned action ${stake}`].join(', ');
    if (settled === undefined && returned === undefined) return parts.join(', ');
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

type Sold = Pick<
  OptionBought,
  'placedBeat' | 'entryBeat' | 'lastBeat' | 'beats' | 'chances' | 'variance' | 'payoutRate' | 'wins' | 'cost'
>;

function soldText({ placedBeat, entryBeat, lastBeat, beats, chances, variance, payoutRate, wins, cost }: Sold): string {
  const { rise, fall, equal } = chances;
  const counted = `beats ${placedBeat} ${entryBeat} ${lastBeat} ${beats}`;
  return `${counted}, chances ${rise} ${fall} ${equal} (${variance}), payout ${payoutRate} ${wins}, cost ${cost}`;
}

function foundText({ entered, settled, returned }: RecordedOption): string {
  const parts: string[] = [];
  if (entered !== undefined) parts.push(`entry ${entered.steps} ${entered.price} ${entered.lastBeat}`);
  if (returned !== undefined) parts.push(`returned ${returned.reason} ${returned.stake}`);
  if (settled !== undefined) {
    const { result, entrySteps, sumSteps, price, returned: paid } = settled;
    parts.push(`${result} ${entrySteps} ${sumSteps} ${price} pays ${paid}`);
  }
  return parts.join(', ');
}
