import { adjustedSpec, type InstrumentSpec } from '../../contracts/instrument.contract.js';
import type { EffectiveAction } from '../core/price-audit.js';
import { auditPrices, type AuditDifference, type AuditInput, type PublishedEpoch } from '../market/simulator/audit.js';
import { BEAT_MS } from '../market/simulator/beats.js';
import type { Candle } from '../market/simulator/candles.js';
import { effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import { noiseTakersOf } from '../market/flow-offset/backed-takers.js';
import { FlowedSource } from '../market/flow-offset/flowed-source.js';
import type { FlowOffsets } from '../market/flow-offset/flow-offsets.js';
import type { AgentLevel } from '../market/simulator/ladder.js';
import { EndedSource } from '../market/simulator/ended-source.js';
import type { BookSource, MarketSource } from '../market/simulator/market-source.js';
import type { TapeTrade } from '../market/simulator/tape.js';
import type { MarketCalendar } from '../market/simulator/market-calendar.js';
import { settlementPrice, tradedUntil } from '../market/mark-price/settlement.js';
import { PausedSource } from '../market/simulator/paused-source.js';
import { PriceModel } from '../market/simulator/price-model.js';
import { withParts } from '../market/simulator/relations.js';
import { referenceSeconds } from '../market/simulator/reference-tree.js';
import { amount, format, fromSteps } from '../../shared/money.js';
import { symbolKind, underlyingOf } from '../../shared/contract-symbol.js';
import { bookKinds } from '../features.js';
import { Fundings } from '../market/funding/fundings.js';
import type { DisorderedBeat, LocatedFill } from './agent-fills.js';

/** Everything that prices follow from. */
export interface Market {
  readonly launchAt: number;
  readonly epochMs: number;
  readonly calendars: readonly MarketCalendar[];
  /** Every version of every instrument. */
  readonly specs: ReadonlyMap<string, ReadonlyMap<number, InstrumentSpec>>;
  /** All that are revealed, in rising order. */
  readonly epochs: readonly PublishedEpoch[];
  readonly anchor: { readonly epoch: number; readonly hash: string };
  /** What users of each realm pushed for good, from the events. */
  readonly offsets?: ReadonlyMap<string, FlowOffsets>;
  /** Only these are checked; absent: all. */
  readonly asked?: readonly string[];
}

/** As they were listed last, the instruments that are checked. */
export function askedSpecs({ specs, asked }: Pick<Market, 'specs' | 'asked'>): InstrumentSpec[] {
  return (asked ?? [...specs.keys()]).flatMap((symbol) => [...(specs.get(symbol)?.values() ?? [])].at(-1) ?? []);
}

/** What a corporate action was counted from, and where that stands in the house's history. */
export interface RecordedClose extends EffectiveAction {
  readonly symbol: string;
  readonly closePrice: string;
  /** What it left of the price. */
  readonly factor: string;
  /** From when on prices are counted otherwise. */
  readonly pricedFrom: number;
  /** The version of the instrument that has the dividend, split or delisting. */
  readonly version: number;
  readonly position: number;
}

/** `expected` follows from the seeds, `found` is from the history. */
export interface MarketDifference extends Omit<AuditDifference, 'what'> {
  readonly what:
    | AuditDifference['what']
    | 'alert'
    | 'beacon'
    | 'beat'
    | 'close'
    | 'contract'
    | 'conversion'
    | 'custody'
    | 'fill'
    | 'flow'
    | 'fund'
    | 'new-coin'
    | 'option'
    | 'premium'
    | 'push'
    | 'reference'
    | 'trigger'
    | 'volatility';
  readonly realm?: string;
  readonly position?: number;
}

const SAMPLES_PER_EPOCH = 4;
const DIFFERENCES_MAX = 50;

function inputOf(market: Market, specs: readonly InstrumentSpec[]): AuditInput {
  const { launchAt, epochMs, calendars, epochs, anchor } = market;
  return { specs: complete(market, specs), calendars, launchAt, epochMs, epochs, anchor };
}

/** With the parts of the prices as they were listed last. */
function complete(market: Market, specs: readonly InstrumentSpec[]): InstrumentSpec[] {
  const listed = (base: string) => [...(market.specs.get(`${base}USDT`)?.values() ?? [])].at(-1);
  return withParts(specs, listed).map(adjustedSpec);
}

/** The prices of a realm: those of the seeds, moved by what its users pushed. */
export function inRealm(market: Market, realm: string, source: MarketSource): MarketSource {
  const offsets = market.offsets?.get(realm);
  return offsets === undefined ? source : new FlowedSource(source, offsets);
}

/** The prices that the books of a symbol meet in a realm, over those of the instrument. */
export function bookSourceOf(market: Market, realm: string, symbol: string, fundamental: MarketSource): BookSource {
  const prices = inRealm(market, realm, fundamental);
  const product = bookKinds.find(({ product: { symbols } }) => symbols.includes(symbolKind(symbol)))?.product;
  if (product?.sourceOf === undefined) return prices;
  return product.sourceOf({ prices, fundamental, fundings: fundingsOf(market) });
}

/** The premiums of perpetual contracts, computed once for all books of a market. */
export function fundingsOf(market: Market): Fundings {
  const { calendars, launchAt, epochMs, epochs } = market;
  let known = fundings.get(epochs);
  if (known === undefined) {
    const seeds = seedsOf(market);
    known = new Fundings({ calendars, launchAt, epochMs, seedOf: (epoch) => seeds.get(epoch) });
    fundings.set(epochs, known);
  }
  return known;
}
const fundings = new WeakMap<Market['epochs'], Fundings>();

/** What a book was counted in: a contract has the version of what it is on. */
export function specOf({ specs }: Market, symbol: string, version: number): InstrumentSpec | undefined {
  return specs.get(underlyingOf(symbol))?.get(version);
}

/** Every seed is the committed one and a link of the chain that the anchor bound. */
export function auditSeeds(market: Market): MarketDifference[] {
  const answer = auditPrices(inputOf(market, []));
  return answer.equal ? [] : [answer.difference];
}

/** The market of a set of instruments, with its pauses; from revealed seeds alone, of fewer epochs where `knows` says no. */
export function modelOf(
  market: Market,
  specs: readonly InstrumentSpec[],
  knows: (epoch: number) => boolean = () => true,
): PausedSource {
  return new PausedSource(simulatorOf(market, specs, knows), market);
}

function simulatorOf(
  market: Market,
  specs: readonly InstrumentSpec[],
  knows: (epoch: number) => boolean = () => true,
): PriceModel {
  const { launchAt, epochMs, calendars } = market;
  const seeds = seedsOf(market);
  return new PriceModel({
    specs: complete(market, specs),
    calendars,
    launchAt,
    epochMs,
    seedOf: (epoch) => (knows(epoch) ? seeds.get(epoch) : undefined),
  });
}

function seedsOf({ epochs }: Market): ReadonlyMap<number, string> {
  return new Map(epochs.map(({ epoch, seed, beacon }) => [epoch, effectiveSeed(seed, beacon)]));
}

/**
 * Some seconds of every instrument, by the fast model and by the obvious walk down the tree: the two share the drawing of
 * nodes and none of the shortcuts.
 */
export function samplePrices(market: Market, chosen: readonly { epoch: number; startsAt: number; endsAt: number }[]) {
  const specs = askedSpecs(market);
  const fast = simulatorOf(market, specs);
  const slow = simulatorOf(market, specs);
  const differences: MarketDifference[] = [];
  let checked = 0;
  for (const { epoch, startsAt, endsAt } of chosen) {
    for (let n = 0; n < SAMPLES_PER_EPOCH; n++) {
      // Spread over the epoch, at odd seconds; the same in every run, so that two auditors see the same.
      const at = Math.floor((startsAt + ((endsAt - startsAt) * (n + 0.37)) / SAMPLES_PER_EPOCH) / 1000) * 1000;
      for (const { symbol } of specs) {
        const [reference] = referenceSeconds(slow.tree(symbol), at / 1000, at / 1000 + 1);
        if (reference === undefined) continue;
        checked += 1;
        const [candle] = fast.candles(symbol, '1s', { fromMs: at, toMs: at + 1000 });
        const wanted = [reference.openTicks, reference.closeTicks, textOf(reference)];
        const found = [fast.priceTicksAt(symbol, at), fast.priceTicksAt(symbol, at + 750), textOf(candle)];
        if (wanted.join(' ') === found.join(' ') || differences.length >= DIFFERENCES_MAX) continue;
        differences.push({ what: 'reference', epoch, symbol, at, expected: wanted.join(' '), found: found.join(' ') });
      }
    }
  }
  return { checked, differences };
}

function textOf(candle: Pick<Candle, 'openTicks' | 'highTicks' | 'lowTicks' | 'closeTicks'> | undefined): string {
  if (candle === undefined) return 'no candle';
  const { openTicks, highTicks, lowTicks, closeTicks } = candle;
  return `${openTicks} ${highTicks} ${lowTicks} ${closeTicks}`;
}

/** Every fill of users with agents against the ladder of its instant. All differences are reported, up to a limit. */
export function auditFills(market: Market, fills: readonly LocatedFill[]): MarketDifference[] {
  const differences: MarketDifference[] = [];
  const byVersion = new Map<string, LocatedFill[]>();
  for (const fill of fills) {
    const key = `${fill.realm} ${fill.symbol}@${fill.version}`;
    byVersion.set(key, [...(byVersion.get(key) ?? []), fill]);
  }
  for (const group of byVersion.values()) {
    const { symbol, version, realm } = group[0] as LocatedFill;
    const spec = specOf(market, symbol, version);
    if (spec === undefined) {
      const { at, position } = group[0] as LocatedFill;
      const found = `${symbol} version ${version}`;
      const epoch = epochOf(at, market.epochMs);
      differences.push({ what: 'fill', epoch, symbol, at, realm, position, expected: 'a listed instrument', found });
    } else differences.push(...groupDifferences(market, realm, spec, group));
  }
  return differences;
}

function groupDifferences(
  market: Market,
  realm: string,
  spec: InstrumentSpec,
  fills: readonly LocatedFill[],
): MarketDifference[] {
  const differences: MarketDifference[] = [];
  const { symbol } = fills[0] as LocatedFill;
  const moved = (source: MarketSource): BookSource => bookSourceOf(market, realm, symbol, source);
  const input = { ...inputOf(market, [spec]), moved };
  const model = moved(modelOf(market, [spec]));
  const strict = fills.filter(({ loose }) => !loose);
  for (const fill of fills) if (fill.loose) differences.push(...looseDifferences(model, market, fill));
  // `auditPrices` stops at the first difference, so it goes on behind it.
  for (let from = 0; from < strict.length && differences.length < DIFFERENCES_MAX;) {
    const rest = strict.slice(from);
    const answer = auditPrices({ ...input, fills: rest });
    if (answer.equal) break;
    const at = rest.findIndex((fill) => !auditPrices({ ...input, fills: [fill] }).equal);
    const fill = rest[at] as LocatedFill;
    differences.push({ ...answer.difference, realm: fill.realm, position: fill.position });
    from += at + 1;
  }
  return differences;
}

/**
 * The last price before each ex-date and delisting, from the version of the instrument before it; and the average that holders of a
 * delisted one were paid.
 */
export function auditCloses(market: Market, recorded: readonly RecordedClose[]): MarketDifference[] {
  return recorded.flatMap(({ symbol, dueAt, closePrice, openPrice, kind, version, position }) => {
    const spec = market.specs.get(symbol)?.get(version - 1);
    const epoch = epochOf(dueAt, market.epochMs);
    const place = { what: 'close' as const, epoch, symbol, at: dueAt, realm: 'house', position };
    if (spec === undefined)
      return [{ ...place, expected: 'a listed instrument', found: `${symbol} version ${version}` }];
    const model = modelOf(market, [spec]);
    const isDelisting = kind === 'delisting';
    const traded = isDelisting ? new EndedSource(model, new Map([[symbol, tradedUntil(dueAt)]])) : model;
    const { open, closedAt = dueAt } = traded.sessionState(symbol, dueAt - 1);
    const last = (open ? dueAt : closedAt) - 1;
    const expected = format(fromSteps(traded.priceTicksAt(symbol, last), amount(spec.tickSize)));
    if (expected !== closePrice) return [{ ...place, expected, found: closePrice }];
    if (!isDelisting) return [];
    const average = settlementPrice(model.unmasked(), symbol, dueAt, amount(spec.tickSize));
    const paid = average === undefined ? 'an average' : format(average);
    return paid === openPrice ? [] : [{ ...place, expected: paid, found: openPrice }];
  });
}

/** Beats that a book decided again or out of turn. */
export function disorderOf({ epochMs }: Market, beats: readonly DisorderedBeat[]): MarketDifference[] {
  return beats.map(({ realm, position, symbol, at, beat, after }) => {
    const epoch = epochOf(at, epochMs);
    return { what: 'beat', epoch, symbol, at, realm, position, expected: `a beat after ${after}`, found: `${beat}` };
  });
}

/** Every price must have stood in the ladder with enough lots; a resting order must have been reached by no more than the tape. */
function looseDifferences(model: BookSource, market: Market, fill: LocatedFill): MarketDifference[] {
  const { symbol, at, side, role, levels, realm, position, impact, beat, closing, fromMs = at } = fill;
  const { asks, bids } = model.ladder(symbol, at, impact);
  const standing = side === 'buy' ? asks : bids;
  const reaches = (ticks: number, price: number): boolean => (side === 'buy' ? ticks <= price : ticks >= price);
  const tape = model.trades(symbol, fromMs, at);
  const epoch = epochOf(at, market.epochMs);
  const lots = levels.reduce((sum, level) => sum + level[1], 0);
  const place = { what: 'fill', epoch, symbol, at, realm, position } as const;
  if (closing && model.sessionState(symbol, at).nextChangeAt !== at + BEAT_MS)
    return [{ ...place, expected: 'a closing auction in the last beat of a session', found: `${lots} lots` }];
  const tapeLots = tape.reduce((sum, trade) => sum + trade.lots, 0);
  // An auction trades what agents quote up to its price besides.
  const worst = Math[side === 'buy' ? 'max' : 'min'](...levels.map(([price]) => price));
  const isAuction = closing || !model.sessionState(symbol, fromMs).open;
  const quoted = isAuction ? standing.filter(([ticks]) => reaches(ticks, worst)) : [];
  const mostLots = quoted.reduce((sum, [, there]) => sum + there, tapeLots);
  if (beat !== null && role === 'maker' && lots > mostLots)
    return [{ ...place, expected: `at most ${mostLots} lots of tape and auction`, found: `${lots} lots` }];
  const wrong =
    role === 'taker'
      ? levels.find(([price, lots]) => !standing.some(([ticks, there]) => ticks === price && there >= lots))
      : unreached(side, levels, [...standing, ...takersOf(model, fill, tape)]);
  if (wrong === undefined) return [];
  const expected = role === 'taker' ? 'a quote with as many lots' : 'nothing that reaches the order';
  return [{ ...place, expected, found: `${wrong[1]} lots at ${wrong[0]}` }];
}

/** The takers of the tape as resting orders met them; a user's own command meets none. */
function takersOf(model: BookSource, { symbol, at, side, impact, beat }: LocatedFill, tape: TapeTrade[]): AgentLevel[] {
  if (beat === null) return [];
  return noiseTakersOf(model, symbol, { at, tape, impact, ladder: model.ladder(symbol, at, impact) })
    .filter((taker) => taker.side !== side)
    .map(({ limitTicks, lots }): AgentLevel => [limitTicks, lots]);
}

/** The first price, from the best for the user, at which resting orders were filled with more lots than reached it. */
function unreached(
  side: LocatedFill['side'],
  levels: readonly AgentLevel[],
  reaching: readonly AgentLevel[],
): AgentLevel | undefined {
  const isAsGood = (ticks: number, price: number): boolean => (side === 'buy' ? ticks <= price : ticks >= price);
  const lotsTo = (price: number, of: readonly AgentLevel[]): number =>
    of.reduce((sum, [ticks, lots]) => (isAsGood(ticks, price) ? sum + lots : sum), 0);
  return levels.find(([price]) => lotsTo(price, levels) > lotsTo(price, reaching));
}
