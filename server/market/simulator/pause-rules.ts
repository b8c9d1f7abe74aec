import type { InterruptionRule, MarketCalendar, MarketHours, PriceLimitRule } from './market-calendar.js';
import type { MarketSource } from './market-source.js';
import type { Interruption, PriceLimits } from './pauses.js';

type Spec = ReturnType<MarketSource['spec']>;

/** What pauses an instrument. */
export interface PauseRules {
  readonly interruption: Interruption | undefined;
  readonly limits: PriceLimitRule | undefined;
}

/** Nobody trades an index on its venue, and what never leaves a band needs none. */
const PAUSED_CLASSES: ReadonlySet<Spec['class']> = new Set(['stocks', 'etf', 'metals', 'energy']);

/** `undefined` where trading never pauses. */
export function pauseRulesOf(spec: Spec, calendar: MarketCalendar | undefined): PauseRules | undefined {
  const { interruption, priceLimits: limits } = calendar ?? {};
  if (!PAUSED_CLASSES.has(spec.class) || spec.relation?.band !== undefined) return undefined;
  if (interruption === undefined && limits === undefined) return undefined;
  return { interruption: interruption && interruptionOf(spec, interruption), limits };
}

function interruptionOf(
  { class: kind, dailyVolumeUsdt, referencePrice }: Spec,
  { band, pauseMinutes, thin, cheap }: InterruptionRule,
): Interruption {
  const isThin = thin !== undefined && kind === 'stocks' && dailyVolumeUsdt < thin.belowVolumeUsdt;
  const isCheap = cheap !== undefined && +referencePrice < cheap.belowPrice;
  return {
    band: isCheap ? cheap.band : isThin ? thin.band : band,
    pauseMs: pauseMinutes * 60_000,
  };
}

/** The limits of a day after a close, in whole ticks of a size in USDT. */
export function limitsAfter(closeTicks: number, tickSize: number, rule: PriceLimitRule): PriceLimits {
  const share = shareOf(closeTicks * tickSize * rule.perUsdt, rule);
  return {
    lowTicks: Math.max(1, Math.ceil(closeTicks * (1 - share))),
    highTicks: Math.max(1, Math.floor(closeTicks * (1 + share))),
  };
}

/** The least that any price may move in a day, as a share of its close. */
export function leastShare({ table }: PriceLimitRule): number {
  return Math.min(...table.map(([below, limit]) => limit / below));
}

function shareOf(price: number, { table }: PriceLimitRule): number {
  const row = table.find(([below]) => price < below);
  if (row !== undefined) return row[1] / price;
  const [below, limit] = table.at(-1) as readonly [number, number];
  return limit / below;
}

/** The local day of an instant. Only calendars without summer time have limits. */
export function tradingDayOf(at: number, { utcOffsetMinutes }: Pick<MarketHours, 'utcOffsetMinutes'>): number {
  return Math.floor((at / 60_000 + utcOffsetMinutes) / 1440);
}
