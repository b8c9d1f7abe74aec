import type { Side, StopTrigger } from '../../contracts/order.contract';
import type { RefusalCode } from '../../contracts/refusal.contract';
import { coveredLots, levelsText, WHOLE_SHARE } from '../../shared/attached';
import {
  plannedProfit,
  profitOfReturn,
  targetPrice,
  type PlannedPosition,
  type PlannedRates,
} from '../../shared/contract-calculator';
import { format, ONE, toAmount, toCount, typedAmount, ZERO, type Amount } from '../../shared/money';
import { priceRefused } from '../../shared/order';

/** A level as it is typed: a share in per cent, and prices or what they are to bring in per cent. */
export interface TypedLevel {
  share: string;
  takeProfit: string;
  stopLoss: string;
}

/** Take-profits and stop-losses that come with the order in the form; none where it has no level. */
export interface AttachedForm {
  by: 'price' | 'percent';
  /** `null`: what the product watches unless something else is chosen. */
  trigger: StopTrigger | null;
  levels: readonly TypedLevel[];
}

export const NO_LEVELS: AttachedForm = { by: 'price', trigger: null, levels: [] };

/** What the order would open, by which levels are judged and reckoned. An entry or a quantity that is not known yet is zero. */
export interface AttachedPlan {
  position: PlannedPosition;
  /** What opening and closing cost. */
  rates: PlannedRates;
  /** By which a per cent becomes a price: without them it is per cent of the entry price. */
  percentRates: PlannedRates;
  tick: Amount;
  lot: Amount;
}

export interface PricedLevel {
  share: number;
  takeProfit: string;
  stopLoss: string;
  /** What it closes, in the base asset. */
  quantity: Amount;
}

export interface AttachedProblem {
  /** Counted from 0. */
  level: number;
  field: keyof TypedLevel;
  code: RefusalCode | 'shareMissing' | 'unreachable';
  params: Record<string, string>;
}

export const sideOfEntry = (side: Side): PlannedPosition['side'] => (side === 'buy' ? 'long' : 'short');

/** Another level takes the share that is left; where none is left, all get the same. */
export function withLevel(levels: readonly TypedLevel[]): TypedLevel[] {
  const left = WHOLE_SHARE - levels.reduce((sum, { share }) => sum + (Number.parseInt(share, 10) || 0), 0);
  const added = { share: `${left}`, takeProfit: '', stopLoss: '' };
  return left > 0 ? [...levels, added] : inEqualShares([...levels, added]);
}

export const withoutLevel = (levels: readonly TypedLevel[], index: number): TypedLevel[] =>
  inEqualShares(levels.filter((_, at) => at !== index));

/** Whole per cent; the last level takes what is left. */
function inEqualShares(levels: readonly TypedLevel[]): TypedLevel[] {
  const each = Math.floor(WHOLE_SHARE / levels.length);
  const last = levels.length - 1;
  return levels.map((level, index) => ({ ...level, share: `${index === last ? WHOLE_SHARE - each * last : each}` }));
}

/** The levels with their prices; a price that is not typed, or that nothing brings, is empty. */
export function pricedLevels({ by, levels }: AttachedForm, plan: AttachedPlan): PricedLevel[] {
  const shares = levels.map(({ share }) => ({ share: Number.parseInt(share, 10) || 0 }));
  const covered = coveredLots(shares, toCount(plan.position.quantity / plan.lot));
  return levels.map(({ takeProfit, stopLoss }, index) => {
    const priceOf = (typed: string, sign: 1n | -1n) => (by === 'price' ? typed : atPercent(typed, sign, plan));
    return {
      share: shares[index]?.share ?? 0,
      takeProfit: priceOf(takeProfit, 1n),
      stopLoss: priceOf(stopLoss, -1n),
      quantity: BigInt(covered[index] ?? 0) * plan.lot,
    };
  });
}

/** The price at which the position has gained or lost so many per cent. */
function atPercent(typed: string, sign: 1n | -1n, { position, percentRates, tick }: AttachedPlan): string {
  const percent = toAmount(typed);
  if (percent === ZERO || position.entry === ZERO) return '';
  const plan = position.quantity === ZERO ? { ...position, quantity: ONE } : position;
  const price = targetPrice(plan, profitOfReturn(plan, (sign * percent) / 100n), percentRates, tick);
  return price === null ? '' : format(price);
}

/** What closing a level at one of its prices brings: after fees, and as a share of the initial margin. `null` before it is known. */
export function outcomeOf(price: string, quantity: Amount, { position, rates }: AttachedPlan) {
  const exit = toAmount(price);
  if (exit === ZERO || quantity === ZERO || position.entry === ZERO) return null;
  const { profit, returnOnEquity } = plannedProfit({ ...position, quantity }, exit, rates);
  return { profit, returnOnEquity };
}

/** What is wrong with what was typed; the rest is the server's to judge. */
export function attachedProblems(form: AttachedForm, plan: AttachedPlan): AttachedProblem[] {
  const priced = pricedLevels(form, plan);
  const total = priced.reduce((sum, { share }) => sum + share, 0);
  return priced.flatMap((level, index): AttachedProblem[] => {
    const problems = [
      ...shareProblem(level.share, total),
      ...(['takeProfit', 'stopLoss'] as const).flatMap((field) =>
        priceProblem(field, form.levels[index]?.[field] ?? '', level[field], plan),
      ),
    ];
    const isEmpty = form.levels[index]?.takeProfit === '' && form.levels[index]?.stopLoss === '';
    if (isEmpty) problems.push({ field: 'takeProfit', code: 'order.attached-level-empty', params: {} });
    return problems.map((problem) => ({ ...problem, level: index }));
  });
}

type Found = Omit<AttachedProblem, 'level'>;

function shareProblem(share: number, total: number): Found[] {
  if (share < 1) return [{ field: 'share', code: 'shareMissing', params: {} }];
  if (total <= WHOLE_SHARE) return [];
  return [{ field: 'share', code: 'order.attached-share-above-whole', params: { share: `${total}` } }];
}

function priceProblem(
  field: 'takeProfit' | 'stopLoss',
  typed: string,
  price: string,
  { position: { side, entry }, tick }: AttachedPlan,
): Found[] {
  if (typed === '') return [];
  if (price === '') return entry === ZERO ? [] : [{ field, code: 'unreachable', params: {} }];
  const wrong = priceRefused('price', price, typedAmount(price), tick);
  if (wrong !== undefined) return [{ field, code: `order.${wrong.reason}`, params: wrong.params }];
  if (entry === ZERO) return [];
  const isAbove = (side === 'long') === (field === 'takeProfit');
  if (isAbove ? toAmount(price) > entry : toAmount(price) < entry) return [];
  const code = field === 'takeProfit' ? 'take-profit' : 'stop-loss';
  return [{ field, code: `order.attached-${code}-on-wrong-side`, params: { price, entry: format(entry) } }];
}

/** What to send of them; only for levels without problems. */
export function attachedBody(
  form: AttachedForm,
  plan: AttachedPlan,
): { attached?: string; attachedTrigger?: StopTrigger } {
  if (form.levels.length === 0) return {};
  const levels = pricedLevels(form, plan).map(({ share, takeProfit, stopLoss }) => ({
    share,
    takeProfit: takeProfit || null,
    stopLoss: stopLoss || null,
  }));
  return { attached: levelsText(levels), ...(form.trigger !== null && { attachedTrigger: form.trigger }) };
}
