import { Injectable } from '@nestjs/common';
import type { FundFacts } from '../../../contracts/fund.contract.js';
import { strikeOf, worstFall, type FundLevel, type Weight } from '../../../shared/fund.js';
import { amount, format, ONE, over, roundTo, times, ZERO } from '../../../shared/money.js';
import { dateAfter, dateOf } from '../../../shared/utc-date.js';
import { Clock } from '../../core/clock.js';
import { FundPrices } from '../../core/ports/fund-prices.js';
import type { FundTerms } from './fund-value.rules.js';

const [DAYS, STEP_DAYS, DAYS_A_YEAR] = [364, 2, 365n];

interface Point {
  readonly date: string;
  readonly value: string;
}

/** The fact sheet of a fund: what it costs, and what its basket did within a year of past prices. Made once a date. */
@Injectable()
export class FundFactSheets {
  private readonly kept = new Map<FundLevel, { readonly key: string; readonly facts: FundFacts }>();

  constructor(
    private readonly prices: FundPrices,
    private readonly clock: Clock,
  ) {}

  of(level: FundLevel, terms: FundTerms): FundFacts {
    const today = dateOf(this.clock.now());
    const key = `${today} ${JSON.stringify(terms)}`;
    const kept = this.kept.get(level);
    if (kept?.key === key) return kept.facts;
    const facts = factsOf(terms, today, this.prices);
    this.kept.set(level, { key, facts });
    return facts;
  }
}

/** Every other date is enough for a chart. Benchmarks charge no fee. */
export function factsOf(terms: FundTerms, today: string, prices: Pick<FundPrices, 'pastPrice'>): FundFacts {
  const { basket, benchmark, fee } = terms;
  const dates = Array.from({ length: DAYS / STEP_DAYS }, (_, n) => dateAfter(today, n * STEP_DAYS - DAYS));
  const series = seriesOf(basket, dates, fee, prices);
  const benchmarkSeries = seriesOf([{ asset: benchmark, weight: '1' }], dates, '0', prices);
  return {
    fee,
    perThousand: format(1_000n * amount(fee)),
    series,
    worstFall: worstFall(series),
    benchmark,
    benchmarkSeries,
    benchmarkFall: worstFall(benchmarkSeries),
  };
}

/** Bought at the first date and kept; dates on which an asset had no price are left out. */
function seriesOf(
  basket: readonly Weight[],
  dates: readonly string[],
  fee: string,
  prices: Pick<FundPrices, 'pastPrice'>,
): Point[] {
  const perStep = ONE - (amount(fee) * BigInt(STEP_DAYS)) / DAYS_A_YEAR;
  let [begun, left]: [Map<string, bigint> | undefined, bigint] = [undefined, ONE];
  const points: Point[] = [];
  for (const date of dates) {
    const found = basket.flatMap(({ asset }) => {
      const price = prices.pastPrice(asset, strikeOf(date));
      return price === undefined ? [] : [[asset, amount(price)] as const];
    });
    if (found.length < basket.length) continue;
    const now = new Map(found);
    if (begun === undefined) begun = now;
    else left = times(left, perStep, 'half-even');
    const start = begun;
    const value = basket.reduce(
      (sum, { asset, weight }) =>
        sum + times(amount(weight), over(now.get(asset) ?? ONE, start.get(asset) ?? ONE, 'half-even'), 'half-even'),
      ZERO,
    );
    points.push({ date, value: format(roundTo(times(value, left, 'half-even'), 6, 'half-even')) });
  }
  return points;
}
