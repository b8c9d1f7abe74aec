import { contractNamed } from '../../../shared/contract-symbol.js';
import { BoundedMap } from '../../core/bounded-map.js';
import { PREMIUMS, type Underlying } from '../funding/premium-process.js';
import type { Fundings } from '../funding/fundings.js';
import { BEAT_MS } from '../simulator/beats.js';
import { exp } from '../simulator/exact-math.js';
import type { Impact, ImpactScale } from '../simulator/impact.js';
import type { AgentLadder, AgentLevel, Touch } from '../simulator/ladder.js';
import type { SessionState } from '../simulator/market-clock.js';
import { calendarHoursOf, type BookSource, type MarketSource } from '../simulator/market-source.js';
import { wordOf } from '../simulator/path.js';
import type { Pause, PriceLimits } from '../simulator/pauses.js';
import { ticksOf } from '../simulator/price-tree.js';
import type { TapeTrade } from '../simulator/tape.js';
import { lotsInContractLot } from './contract-lots.js';
import { RunningSettlements } from './running-settlement.js';
import { shiftedRange, type PriceRange } from './shifted-range.js';

const MINUTE_MS = 60_000;
const HUNDRED_MILLION = 1e8;
/** The premium of a delivery contract is whole until so many open minutes before its settlement is averaged, and gone by then. */
const TAPER_MINUTES = 1_440;
/** Premiums of the minute, a contract each. */
const KEPT = 8_192;
/** Sizes are half to twice those of the underlying's book; of the trades on its tape, a contract has two in three. */
const SIZE_SPREAD = 0.7;
const TRADED_SHARE = 2 / 3;

interface SourceParts {
  /** The prices of a realm, as its users moved them: perpetual contracts follow them. */
  readonly prices: MarketSource;
  /** Those of the seeds alone, which deliveries settle at, so that nobody pushes a settlement. */
  readonly fundamental: MarketSource;
  readonly fundings: Pick<Fundings, 'sample' | 'openMinutes'>;
}

/**
 * Contracts as functions of what they are on. A perpetual contract stands above the index of its realm by the premium that funding is made
 * of; a delivery contract stands at what it is expected to settle at, which is the fundamental price until the average begins, and what
 * the average has come to as it goes on. Quotes and tape are those of the instrument, at that price and in lots of the contract. Users'
 * trades push a contract's quotes for a while and nothing else: what is pushed for good is pushed where the coins are.
 */
export class ContractSource implements BookSource {
  private readonly settlements: RunningSettlements;
  private readonly contracts = new Map<string, Contract>();
  private readonly shifts = new BoundedMap<string, { readonly minute: number; readonly ticks: number }>(KEPT);

  constructor(private readonly parts: SourceParts) {
    this.settlements = new RunningSettlements(parts.fundamental);
  }

  /** A market that delivers is over. */
  sessionState(symbol: string, at: number): SessionState {
    return this.untilDelivery(symbol, at, (source, underlying) => source.sessionState(underlying, at));
  }

  calendarHours(symbol: string, at: number): SessionState {
    return this.untilDelivery(symbol, at, (source, underlying) => calendarHoursOf(source, underlying, at));
  }

  /** The price that agents trade at: the index, and how far the contract stands above it. */
  priceTicksAt(symbol: string, at: number): number {
    return ticksOf(this.exactTicksAt(symbol, at));
  }

  exactTicksAt(symbol: string, at: number): number {
    const { source, underlying, deliversAt } = this.of(symbol);
    const premium = (): number => source.exactTicksAt(underlying, at) + this.premiumOf(symbol, at);
    return Math.max(1, deliversAt === null ? premium() : (this.averagedTicks(symbol, deliversAt, at) ?? premium()));
  }

  /** The price of the instrument itself, not rounded. */
  exactIndexTicksAt(symbol: string, at: number): number {
    const { source, underlying } = this.of(symbol);
    return source.exactTicksAt(underlying, at);
  }

  indexTicksAt(symbol: string, at: number): number {
    const { source, underlying } = this.of(symbol);
    return source.priceTicksAt(underlying, at);
  }

  ladder(symbol: string, at: number, impact: Impact): AgentLadder {
    const { source, underlying, lots, words } = this.of(symbol);
    const own = source.ladder(underlying, at, inLotsOf(impact, lots));
    const sizes = { at, lots, shift: this.shiftTicks(symbol, at), midTicks: this.seedTicksAt(symbol, at) };
    const { bidTicks, askTicks } = this.bounds(symbol, at);
    return {
      bids: boundedBy(bidTicks, 1, levelsOf(own.bids, 1, { ...sizes, word: words.bids })),
      asks: boundedBy(askTicks, -1, levelsOf(own.asks, -1, { ...sizes, word: words.asks })),
    };
  }

  touch(symbol: string, at: number): Touch | undefined {
    const { source, underlying } = this.of(symbol);
    const own = source.touch(underlying, at);
    if (own === undefined) return undefined;
    const [shift, most] = [this.shiftTicks(symbol, at), this.bounds(symbol, at)];
    return {
      bidTicks: Math.min(own.bidTicks + shift, most.bidTicks),
      askTicks: Math.max(own.askTicks + shift, most.askTicks),
    };
  }

  impactScale(symbol: string, at: number): ImpactScale {
    const { source, underlying, lots, deliversAt } = this.of(symbol);
    const { midTicks, lotsPerTick, ...scale } = source.impactScale(underlying, at);
    return {
      ...scale,
      midTicks: Math.max(1, midTicks + this.shiftTicks(symbol, at)),
      lotsPerTick: lotsPerTick / lots,
      ppmPerLot: 0,
      ...(deliversAt === null && { isFunded: true }),
    };
  }

  trades(symbol: string, fromMs: number, toMs: number): TapeTrade[] {
    const { source, underlying, lots, deliversAt, words } = this.of(symbol);
    return source.trades(underlying, fromMs, Math.min(toMs, deliversAt ?? toMs)).flatMap((trade) => {
      if (uniformOf(words.trades, trade.at, trade.priceTicks) > TRADED_SHARE) return [];
      const shift = this.shiftTicks(symbol, trade.at);
      const priceTicks = Math.max(1, trade.priceTicks + shift);
      const limitTicks = this.limitTicks(symbol, { ...trade, limitTicks: Math.max(1, trade.limitTicks + shift) });
      return [{ ...trade, priceTicks, limitTicks, lots: Math.max(1, Math.round(trade.lots / lots)) }];
    });
  }

  /** High and low of the agents' price over the whole seconds of a span; `undefined` where its market was shut. */
  range(symbol: string, fromMs: number, toMs: number): PriceRange | undefined {
    const { source, underlying, deliversAt } = this.of(symbol);
    const averagesFrom = this.averagesFrom(symbol) ?? Infinity;
    const shiftedTo = Math.min(toMs, averagesFrom);
    const shifted =
      fromMs < shiftedTo
        ? shiftedRange(
            {
              extremes: (from, to) => {
                const found = source.extremes(underlying, from, to);
                return found && { ...found, highAt: found.highBeat * BEAT_MS, lowAt: found.lowBeat * BEAT_MS };
              },
              shiftTicks: (at) => this.premiumOf(symbol, at),
            },
            fromMs,
            shiftedTo,
          )
        : undefined;
    // While a settlement is averaged, the price moves apart from its underlying with every beat.
    let [highTicks, lowTicks] = [shifted?.highTicks ?? -Infinity, shifted?.lowTicks ?? Infinity];
    for (let at = Math.max(fromMs, averagesFrom); at < Math.min(toMs, deliversAt ?? toMs); at += BEAT_MS) {
      if (!source.sessionState(underlying, at).open) continue;
      const ticks = this.priceTicksAt(symbol, at);
      [highTicks, lowTicks] = [Math.max(highTicks, ticks), Math.min(lowTicks, ticks)];
    }
    return highTicks < lowTicks ? undefined : { highTicks, lowTicks };
  }

  pauseAt(symbol: string, at: number): Pause | undefined {
    const { source, underlying } = this.of(symbol);
    return source.pauseAt?.(underlying, at);
  }

  limitsAt(symbol: string, at: number): PriceLimits | undefined {
    const { source, underlying } = this.of(symbol);
    const limits = source.limitsAt?.(underlying, at);
    const shift = limits === undefined ? 0 : this.shiftTicks(symbol, at);
    return limits && { ...limits, lowTicks: Math.max(1, limits.lowTicks + shift), highTicks: limits.highTicks + shift };
  }

  /** See `MarketSource.changesUpTo`. */
  changesUpTo(symbol: string, at: number): number {
    const { source, underlying } = this.of(symbol);
    return source.changesUpTo?.(underlying, at) ?? 0;
  }

  isMoved(symbol: string): boolean {
    const { source, underlying } = this.of(symbol);
    return source.isMoved?.(underlying) ?? false;
  }

  offsetTicks(symbol: string, at: number): number {
    const { source, underlying } = this.of(symbol);
    return source.offsetTicks?.(underlying, at) ?? 0;
  }

  /** When the average of a delivery begins. */
  averagesFrom(symbol: string): number | undefined {
    const { underlying, deliversAt } = this.of(symbol);
    return deliversAt === null ? undefined : this.settlements.averagesFrom(underlying, deliversAt);
  }

  /** The best that agents bid and ask in a delivery contract: a rounded price would lie beyond what the exact settlement is expected to be. */
  private bounds(symbol: string, at: number): Touch {
    if (this.of(symbol).deliversAt === null) return { bidTicks: Infinity, askTicks: 0 };
    const exact = this.exactTicksAt(symbol, at);
    return { bidTicks: Math.floor(exact), askTicks: Math.ceil(exact) };
  }

  /** Of a taker of the tape. While a settlement is averaged, resting orders risk next to nothing, so they earn no half spread. */
  private limitTicks(symbol: string, { at, side, limitTicks }: Pick<TapeTrade, 'at' | 'side' | 'limitTicks'>): number {
    const { deliversAt } = this.of(symbol);
    if (deliversAt === null || this.averagedTicks(symbol, deliversAt, at) === undefined) return limitTicks;
    const { bidTicks, askTicks } = this.bounds(symbol, at);
    return side === 'buy' ? Math.min(limitTicks, bidTicks) : Math.max(limitTicks, askTicks);
  }

  /** How far the contract stands above its index, in whole ticks. */
  private shiftTicks(symbol: string, at: number): number {
    const { source, underlying } = this.of(symbol);
    return this.priceTicksAt(symbol, at) - source.priceTicksAt(underlying, at);
  }

  /** A premium belongs to a minute, and so do its ticks. */
  private premiumTicks(symbol: string, at: number, taken: number, weight = 1): number {
    const minute = Math.floor(at / MINUTE_MS);
    const known = this.shifts.get(symbol);
    if (known?.minute === minute) return known.ticks;
    const { source, underlying, terms } = this.of(symbol);
    const premium = (this.parts.fundings.sample(terms, minute * MINUTE_MS) - taken) * weight;
    const ticks = Math.round((premium / HUNDRED_MILLION) * source.exactTicksAt(underlying, minute * MINUTE_MS)) + 0;
    this.shifts.set(symbol, { minute, ticks });
    return ticks;
  }

  /** What a settlement is expected to be while it is averaged; `undefined` before. */
  private averagedTicks(symbol: string, deliversAt: number, at: number): number | undefined {
    const { source, underlying } = this.of(symbol);
    const { share, meanTicks } = this.settlements.known(underlying, deliversAt, at);
    return share === 0 ? undefined : share * meanTicks + (1 - share) * source.exactTicksAt(underlying, at);
  }

  /** Nobody pays funding on a delivery contract, so its premium has no mean, and it is gone when its settlement begins. */
  private premiumOf(symbol: string, at: number): number {
    const { deliversAt, terms } = this.of(symbol);
    if (deliversAt === null) return this.premiumTicks(symbol, at, 0);
    const begins = this.averagesFrom(symbol);
    if (begins === undefined) return 0;
    const open = this.parts.fundings.openMinutes(terms);
    const left = open.before(begins) - open.before(Math.floor(at / MINUTE_MS) * MINUTE_MS);
    return this.premiumTicks(symbol, at, PREMIUMS[terms.class].mean, Math.min(1, left / TAPER_MINUTES));
  }

  /** The price without what users pushed for good: beyond it agents give only what users paid. */
  private seedTicksAt(symbol: string, at: number): number {
    return this.priceTicksAt(symbol, at) - this.offsetTicks(symbol, at);
  }

  private untilDelivery(
    symbol: string,
    at: number,
    stateOf: (source: MarketSource, underlying: string) => SessionState,
  ): SessionState {
    const { source, underlying, deliversAt } = this.of(symbol);
    if (deliversAt === null) return stateOf(source, underlying);
    if (at >= deliversAt)
      return { open: false, phase: 'closed', closedAt: closedBefore(source, underlying, deliversAt) };
    const state = stateOf(source, underlying);
    if ((state.nextChangeAt ?? Infinity) <= deliversAt) return state;
    // It ends inside a session, and so without the auction of the close; or it never opens again.
    const { open, phase, closedAt } = state;
    return open ? { open, phase, nextChangeAt: deliversAt } : { open, phase: 'closed', ...(closedAt && { closedAt }) };
  }

  private of(symbol: string): Contract {
    let contract = this.contracts.get(symbol);
    if (contract === undefined) this.contracts.set(symbol, (contract = this.read(symbol)));
    return contract;
  }

  private read(symbol: string): Contract {
    const name = contractNamed(symbol);
    if (name === undefined) throw new Error(`${symbol} names no contract`);
    const { underlying, deliversAt } = name;
    const source = deliversAt === null ? this.parts.prices : this.parts.fundamental;
    const spec = source.spec(underlying);
    // All contracts of an underlying have in common what its calendar shares; the rest of a premium is each one's own.
    const terms: Underlying = deliversAt === null ? spec : { ...spec, symbol };
    const words = {
      trades: wordOf(`trades ${symbol}`),
      bids: wordOf(`bids ${symbol}`),
      asks: wordOf(`asks ${symbol}`),
    };
    return { source, underlying, deliversAt, terms, lots: lotsInContractLot(spec), words };
  }
}

/** A contract with what its prices are made of. */
interface Contract {
  readonly source: MarketSource;
  readonly underlying: string;
  readonly deliversAt: number | null;
  readonly terms: Underlying;
  /** Lots of the instrument in one of the contract. */
  readonly lots: number;
  /** Tell its sizes and trades from those of others. */
  readonly words: Readonly<Record<'trades' | 'bids' | 'asks', number>>;
}

function closedBefore(source: MarketSource, underlying: string, at: number): number {
  const { open, closedAt = at } = source.sessionState(underlying, at - 1);
  return open ? at : closedAt;
}

/** What users left in a book of the contract, counted in lots of the instrument. */
function inLotsOf(impact: Impact, lots: number): Impact {
  const { paidTickLots, bidTakenLots, askTakenLots } = impact;
  return {
    ...impact,
    paidTickLots: paidTickLots * lots,
    bidTakenLots: bidTakenLots * lots,
    askTakenLots: askTakenLots * lots,
  };
}

interface LevelSizes {
  readonly word: number;
  readonly at: number;
  readonly lots: number;
  readonly shift: number;
  readonly midTicks: number;
}

/** Each price keeps a size of its own for 8 to 64 seconds. What agents give beyond the price of the seeds is never more than users paid. */
function levelsOf(own: readonly AgentLevel[], away: 1 | -1, sizes: LevelSizes): AgentLevel[] {
  const { word, at, lots, shift, midTicks } = sizes;
  return own.flatMap(([ticks, size]): AgentLevel[] => {
    const priceTicks = ticks + shift;
    if (priceTicks < 1) return [];
    if (away * (priceTicks - midTicks) > 0) {
      const backed = Math.floor(size / lots);
      return backed === 0 ? [] : [[priceTicks, backed]];
    }
    const lives = 8_000 << (Math.imul(priceTicks, 0x9e3779b1) >>> 30);
    const factor = exp(SIZE_SPREAD * (2 * uniformOf(word, Math.floor(at / lives), priceTicks) - 1));
    return [[priceTicks, Math.max(1, Math.round((size * factor) / lots))]];
  });
}

/** What would stand beyond a price stands at it. */
function boundedBy(mostTicks: number, away: 1 | -1, levels: readonly AgentLevel[]): AgentLevel[] {
  const within = levels.filter(([ticks]) => away * (ticks - mostTicks) < 0);
  const lots = levels.reduce((sum, [ticks, size]) => sum + (away * (ticks - mostTicks) < 0 ? 0 : size), 0);
  return lots === 0 ? within : [[mostTicks, lots], ...within];
}

/** From 0 to 1, and public: it tells sizes apart, and nothing about a price. */
function uniformOf(word: number, one: number, other: number): number {
  let mixed = Math.imul(word ^ Math.imul(one | 0, 0x85ebca6b) ^ Math.imul(other | 0, 0xc2b2ae35), 0x9e3779b1);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d);
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4294967296;
}
