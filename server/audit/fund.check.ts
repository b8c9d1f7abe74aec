import type { PoolClient } from 'pg';
import { FUND_CLOSE_KEPT_MS, strikeOf } from '../../shared/fund.js';
import { amount, format, fromSteps, ONE, over, roundToStep, times, type Amount } from '../../shared/money.js';
import { startOf } from '../../shared/utc-date.js';
import { upcast } from '../engine/history/event-types.js';
import type { FundStrikeMissed, FundStruck } from '../features/fund/fund.events.js';
import { isDrawn } from '../market/fund/fund-draw.js';
import { lastClose } from '../market/fund/last-close.js';
import { finePrice } from '../market/mark-price/index-price.js';
import { tradedUntil } from '../market/mark-price/settlement.js';
import { keyOf } from '../market/simulator/chacha.js';
import { EndedSource } from '../market/simulator/ended-source.js';
import { effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import { calendarHoursOf, type MarketSource } from '../market/simulator/market-source.js';
import { inForce, type Revision } from './conversion.check.js';
import type { PublishedTables } from './fee.check.js';
import { modelOf, type Market, type MarketDifference, type RecordedClose } from './market.check.js';

const DAY_MS = 86_400_000;

/** A value of a fund, or one that was missed. */
export interface RecordedStrike {
  readonly realm: string;
  readonly position: number;
  readonly at: number;
  readonly value: FundStruck | FundStrikeMissed;
}

/** One a fund and date, so they are read whole. */
export async function readStrikes(client: PoolClient): Promise<RecordedStrike[]> {
  const { rows } = await client.query<{
    realm: string;
    position: number;
    at: number;
    type: string;
    schema: number;
    data: string;
  }>(
    `SELECT realm, position, at, type, schema, data FROM events
      WHERE realm = 'real' AND type IN ('FundStruck', 'FundStrikeMissed') ORDER BY position`,
  );
  return rows.flatMap(({ realm, position, at, type, schema, data }) => {
    try {
      const value = upcast(type, schema, JSON.parse(data)).data as RecordedStrike['value'];
      return [{ realm, position, at, value }];
    } catch {
      // What cannot be read is a finding of its own, in the history of its realm.
      return [];
    }
  });
}

interface Facts {
  readonly revisions: ReadonlyMap<string, readonly Revision[]>;
  readonly published: PublishedTables;
  /** Dividends, splits and delistings that came into effect. */
  readonly closes: readonly RecordedClose[];
  /** Whether seeds give the price of an instrument, and it is asked for. */
  readonly isAsked: (symbol: string) => boolean;
}

/** The closes that each value of a fund is made of and traded at, and each date of rebalancing, again from revealed seeds. */
export function auditFunds(
  market: Market,
  facts: Facts,
  chosen: readonly { readonly epoch: number }[],
  recorded: readonly RecordedStrike[],
): { readonly checked: number; readonly differences: MarketDifference[] } {
  const wanted = new Set(chosen.map(({ epoch }) => epoch));
  const closes = new ClosesAgain(market, facts, wanted);
  const drawn = new DrawsAgain(market, facts);
  const differences: MarketDifference[] = [];
  let checked = 0;
  for (const strike of recorded) {
    for (const said of [...closes.of(strike), ...drawn.of(strike).filter(({ epoch }) => wanted.has(epoch))]) {
      checked += 1;
      const { expected, found, ...place } = said;
      if (expected.includes(found)) continue;
      const { realm, position } = strike;
      differences.push({ what: 'fund', realm, position, ...place, expected: expected[0] ?? 'nothing', found });
    }
  }
  return { checked, differences };
}

/** What a value says, beside everything that seeds allow. */
interface Said extends Pick<MarketDifference, 'symbol' | 'at'> {
  readonly epoch: number;
  readonly expected: readonly string[];
  readonly found: string;
}

const NONE = 'no official close of five days';

class ClosesAgain {
  private readonly models = new Map<Revision['spec'], MarketSource>();
  /** By version of an instrument and close: both funds and their trades name the same. */
  private readonly prices = new Map<string, string>();

  constructor(
    private readonly market: Market,
    private readonly facts: Facts,
    private readonly wanted: ReadonlySet<number>,
  ) {}

  of({ at, value }: RecordedStrike): Said[] {
    const strikesAt = strikeOf(value.date);
    return [...closesIn(value)].flatMap(([asset, found]) => {
      const symbol = `${asset}USDT`;
      if (!this.facts.isAsked(symbol)) return [];
      // Where a revision fell into the same moment, the version before or after it.
      const specs = inForce(this.facts.revisions, symbol, at).flatMap((spec) => spec ?? []);
      const closes = specs.map((spec) => ({ spec, closeAt: this.closedAt(spec, strikesAt) })).toReversed();
      const closeAt = closes[0]?.closeAt ?? strikesAt;
      // A close of before the launch needs no seed.
      const epoch = epochOf(closeAt > this.market.launchAt ? closeAt - 1 : strikesAt, this.market.epochMs);
      if (!this.wanted.has(epoch)) return [];
      const expected = closes.map((close) => this.textAt(close.spec, close.closeAt));
      return [{ symbol, at: closeAt, epoch, expected: expected.length === 0 ? [NONE] : expected, found }];
    });
  }

  private closedAt(spec: Revision['spec'], strikesAt: number): number | undefined {
    const closeAt = lastClose((when) => calendarHoursOf(this.modelFor(spec), spec.symbol, when), strikesAt);
    return closeAt === undefined || strikesAt - closeAt > FUND_CLOSE_KEPT_MS ? undefined : closeAt;
  }

  private textAt(spec: Revision['spec'], closeAt: number | undefined): string {
    if (closeAt === undefined) return NONE;
    const key = `${spec.symbol} ${this.versionOf(spec)} ${closeAt}`;
    const known = this.prices.get(key) ?? this.priceAgain(spec, closeAt);
    this.prices.set(key, known);
    return known;
  }

  private priceAgain(spec: Revision['spec'], closeAt: number): string {
    const { symbol, tickSize } = spec;
    const source = this.modelFor(spec);
    const { open, closedAt } = source.sessionState(symbol, closeAt - 1);
    if (!open && closedAt === undefined) return NONE;
    const [left, tick] = [this.leftSince(spec, closeAt - 1), amount(tickSize)];
    if (left === ONE) return textOf(format(fromSteps(source.priceTicksAt(symbol, closeAt - 1), tick)), closeAt);
    const fine = over(finePrice(source.exactTicksAt(symbol, closeAt - 1), tick), left, 'half-even');
    return textOf(format(roundToStep(fine, tick, 'half-even')), closeAt);
  }

  /** How much of a price the dividends and splits have left that this version has, and that came after. */
  private leftSince(spec: Revision['spec'], at: number): Amount {
    const version = this.versionOf(spec);
    return this.facts.closes
      .filter((action) => action.symbol === spec.symbol && action.kind !== 'delisting')
      .filter((action) => action.pricedFrom > at && action.version <= version)
      .reduce((left, { factor }) => times(left, amount(factor), 'half-even'), ONE);
  }

  private versionOf(spec: Revision['spec']): number {
    const versions = [...(this.market.specs.get(spec.symbol) ?? [])];
    return versions.find(([, one]) => one === spec)?.[0] ?? 1;
  }

  private modelFor(spec: Revision['spec']): MarketSource {
    const known = this.models.get(spec) ?? this.endedFor(spec);
    this.models.set(spec, known);
    return known;
  }

  private endedFor(spec: Revision['spec']): MarketSource {
    const model = modelOf(this.market, [spec]);
    const end = this.facts.closes.find(({ symbol, kind }) => symbol === spec.symbol && kind === 'delisting');
    return end === undefined ? model : new EndedSource(model, new Map([[spec.symbol, tradedUntil(end.dueAt)]]));
  }
}

/** What a value says of each asset. */
function closesIn(value: RecordedStrike['value']): Map<string, string> {
  if ('assets' in value) return new Map(value.assets.map((asset) => [asset, NONE]));
  const traded = value.trades.map(({ asset, price, closeAt }) => [asset, textOf(price, closeAt)] as const);
  const valued = value.closes.map(
    ({ asset, price, closeAt, fair }) => [asset, fair === undefined ? textOf(price, closeAt) : NONE] as const,
  );
  return new Map([...traded, ...valued]);
}

const textOf = (price: string, closeAt: number): string => `${price} at ${new Date(closeAt).toISOString()}`;

class DrawsAgain {
  private readonly seeds: ReadonlyMap<number, string>;

  constructor(
    private readonly market: Market,
    private readonly facts: Facts,
  ) {
    this.seeds = new Map(market.epochs.map(({ epoch, seed, beacon }) => [epoch, effectiveSeed(seed, beacon)]));
  }

  of({ value }: RecordedStrike): Said[] {
    if ('assets' in value) return [];
    const { level, date, drawn, policy } = value;
    const { launchAt, epochMs } = this.market;
    const at = startOf(date);
    const text = (is: boolean): string => `${level} ${is ? 'drawn' : 'not drawn'} for rebalancing`;
    // On the date of the launch its 00:00 has no seed.
    if (at < launchAt)
      return [{ at, epoch: epochOf(strikeOf(date), epochMs), expected: [text(false)], found: text(drawn) }];
    const epoch = epochOf(at, epochMs);
    const seed = this.seeds.get(epoch);
    const oneIn = this.facts.published.get(`${policy.name} ${policy.version}`)?.['rebalanceOneIn'];
    if (seed === undefined || typeof oneIn !== 'number') return [];
    return [{ at, epoch, expected: [text(isDrawn(keyOf(seed), level, at / DAY_MS, oneIn))], found: text(drawn) }];
  }
}
