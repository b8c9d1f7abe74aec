import type { ContractView } from '../../../contracts/contract.contract';
import {
  leverageForStop,
  plannedLiquidation,
  plannedProfit,
  profitOfReturn,
  sizeByRisk,
  targetPrice,
  type PlannedLiquidation,
  type PlannedPosition,
  type PlannedProfit,
  type PlannedRates,
} from '../../../shared/contract-calculator';
import { bracketOf, notionalOf, type MarginTerms, type PositionSide } from '../../../shared/margin';
import { format, least, over, toAmount, ZERO, type Amount } from '../../../shared/money';
import { NO_LEVELS } from '../../orders/attached';
import type { OrderFields } from '../../orders/order-fields';
import { leverageMaxOf, tablesOf } from './margin-preview';

export const CALCULATORS = ['profit', 'target', 'liquidation', 'risk'] as const;
export type Calculator = (typeof CALCULATORS)[number];

/** Decimal texts, as they are typed; `roe` in per cent. Of `roe` and `gain` one is empty. */
export interface CalculatorFields {
  side: PositionSide;
  leverage: string;
  entry: string;
  quantity: string;
  exit: string;
  roe: string;
  gain: string;
  added: string;
  stop: string;
  risk: string;
  opening: 'maker' | 'taker';
  closing: 'maker' | 'taker';
}
export type CalculatorField = Exclude<keyof CalculatorFields, 'side' | 'opening' | 'closing'>;

export interface CalculatorTerms {
  contract: Pick<ContractView, 'brackets' | 'coming' | 'tickSize' | 'lotSize'>;
  /** What the owner's orders cost. */
  rates: { maker: string; taker: string };
  /** What closing costs in the margin of a position. */
  takerRate: string;
}

/** What cannot be calculated, and where. */
export interface CalculatorProblem {
  field: CalculatorField;
  key:
    | 'leverage.range'
    | 'calculator.wrongSide.long'
    | 'calculator.wrongSide.short'
    | 'calculator.tooSmall'
    | 'calculator.unreachable';
}

/** The figures of a calculator; those it does not have are left out. `missing`: a field is still empty. */
export interface CalculatorResult {
  problem?: CalculatorProblem;
  missing: boolean;
  quantity?: Amount;
  notional?: Amount;
  target?: Amount;
  /** From the entry to the target, as a share of the entry. */
  move?: Amount;
  profit?: PlannedProfit;
  liquidation?: PlannedLiquidation;
  /** The most that a position may be worth, where this one is worth more. */
  positionMax?: Amount;
  /** The leverage that a position of this size may have, where it is less than the planned one. */
  leverageMax?: number;
  /** The leverage by which the stop comes before liquidation, where it is less; 0 where none does. */
  stopLeverage?: number;
}

const FIELDS: Record<Calculator, readonly CalculatorField[]> = {
  profit: ['entry', 'exit', 'quantity'],
  target: ['entry', 'quantity', 'roe', 'gain'],
  liquidation: ['entry', 'quantity', 'added'],
  risk: ['entry', 'stop', 'risk'],
};
const OPTIONAL: readonly CalculatorField[] = ['roe', 'gain', 'added'];

export const fieldsOfCalculator = (calculator: Calculator): readonly CalculatorField[] => FIELDS[calculator];

export function calculate(
  calculator: Calculator,
  fields: CalculatorFields,
  { contract, rates, takerRate }: CalculatorTerms,
): CalculatorResult {
  const most = leverageMaxOf(contract);
  const leverage = /^\d{1,3}$/.test(fields.leverage) ? Number(fields.leverage) : 0;
  if (leverage < 1 || leverage > most) return { missing: false, problem: { field: 'leverage', key: 'leverage.range' } };
  const isMissing = (field: CalculatorField): boolean => !OPTIONAL.includes(field) && toAmount(fields[field]) === ZERO;
  if (FIELDS[calculator].some(isMissing)) return { missing: true };
  const quantity = calculator === 'risk' ? ZERO : toAmount(fields.quantity);
  const plan = { side: fields.side, leverage, entry: toAmount(fields.entry), quantity };
  const orders = { opening: toAmount(rates[fields.opening]), closing: toAmount(rates[fields.closing]) };
  const asked: Asked = {
    fields,
    rates: orders,
    terms: tablesOf(contract).map((brackets) => ({ brackets, takerRate: toAmount(takerRate) })),
    tick: toAmount(contract.tickSize),
    lot: toAmount(contract.lotSize),
  };
  switch (calculator) {
    case 'profit':
      return { ...sizeOf(plan, asked), profit: plannedProfit(plan, toAmount(fields.exit), orders) };
    case 'target':
      return targetOf(plan, asked);
    case 'liquidation':
      return {
        ...sizeOf(plan, asked),
        liquidation: nearestLiquidation(plan, toAmount(fields.added), asked),
      };
    case 'risk':
      return sizedBy(plan, { ...asked, rates: { ...orders, closing: toAmount(rates.taker) } });
  }
}

interface Asked {
  fields: CalculatorFields;
  rates: PlannedRates;
  /** Of each table that it has to fit. */
  terms: readonly MarginTerms[];
  tick: Amount;
  lot: Amount;
}

/** What the size comes to, and whether it may have its leverage. */
function sizeOf({ entry, quantity, leverage }: PlannedPosition, { terms }: Pick<Asked, 'terms'>): CalculatorResult {
  const notional = notionalOf(entry, quantity);
  const size = { missing: false, quantity, notional };
  const positionMax = terms.map(({ brackets }) => brackets.at(-1)?.to ?? ZERO).reduce(least);
  if (notional > positionMax) return { ...size, positionMax };
  const leverageMax = Math.min(...terms.map(({ brackets }) => bracketOf(brackets, notional).leverageMax));
  return leverageMax < leverage ? { ...size, leverageMax } : size;
}

/** By the table that liquidates it first. */
function nearestLiquidation(
  plan: PlannedPosition,
  added: Amount,
  { terms, tick }: Pick<Asked, 'terms' | 'tick'>,
): PlannedLiquidation {
  const planned = terms.map((each) => plannedLiquidation(plan, added, each, tick));
  return planned.reduce((first, each) =>
    first.distance === null || (each.distance !== null && each.distance < first.distance) ? each : first,
  );
}

function targetOf(plan: PlannedPosition, asked: Asked): CalculatorResult {
  const { roe, gain } = asked.fields;
  if (toAmount(roe) === ZERO && toAmount(gain) === ZERO) return { missing: true };
  const wanted = gain === '' ? profitOfReturn(plan, toAmount(roe) / 100n) : toAmount(gain);
  const target = targetPrice(plan, wanted, asked.rates, asked.tick);
  const field = gain === '' ? ('roe' as const) : ('gain' as const);
  if (target === null) return { missing: false, problem: { field, key: 'calculator.unreachable' } };
  return {
    ...sizeOf(plan, asked),
    target,
    move: over(target - plan.entry, plan.entry, 'half-even'),
    profit: plannedProfit(plan, target, asked.rates),
  };
}

function sizedBy({ side, leverage, entry }: PlannedPosition, asked: Asked): CalculatorResult {
  const { fields, rates, terms, lot } = asked;
  const stop = toAmount(fields.stop);
  const isWrong = side === 'long' ? stop >= entry : stop <= entry;
  if (isWrong) return { missing: false, problem: { field: 'stop', key: `calculator.wrongSide.${side}` } };
  const quantity = sizeByRisk({ side, entry, stop, risk: toAmount(fields.risk) }, rates, lot);
  if (quantity === ZERO) return { missing: false, problem: { field: 'risk', key: 'calculator.tooSmall' } };
  const plan = { side, leverage, entry, quantity };
  const stopLeverage = Math.min(...terms.map((each) => leverageForStop(plan, stop, each)));
  return {
    ...sizeOf(plan, asked),
    profit: plannedProfit(plan, stop, rates),
    liquidation: nearestLiquidation(plan, ZERO, asked),
    ...(stopLeverage < leverage && { stopLeverage }),
  };
}

/** What a result puts into the order form: a limit order that opens the position, with its exit or stop. `null` before there is a size. */
export function orderOf(
  calculator: Calculator,
  fields: CalculatorFields,
  { quantity = ZERO, problem, target }: CalculatorResult,
): Partial<OrderFields> | null {
  if (quantity === ZERO || problem !== undefined) return null;
  const { side, entry, exit, stop } = fields;
  const planned = calculator === 'profit' ? exit : calculator === 'risk' ? stop : format(target ?? ZERO);
  const gains = toAmount(planned) !== ZERO && (side === 'long') === toAmount(planned) > toAmount(entry);
  const level = { share: '100', takeProfit: gains ? planned : '', stopLoss: gains ? '' : planned };
  const levels = calculator === 'liquidation' ? [] : [level];
  return {
    attached: { ...NO_LEVELS, levels },
    side: side === 'long' ? 'buy' : 'sell',
    type: 'limit',
    price: entry,
    quantity: format(quantity),
    sizedBy: 'quantity',
    total: '',
  };
}

/** What is open in the dialog first: what stands in the order form, at the leverage of new orders. */
export function fieldsFrom(
  form: Pick<OrderFields, 'price' | 'quantity'>,
  { side, leverage, price }: { side: PositionSide; leverage: number; price: string | null },
): CalculatorFields {
  return {
    side,
    leverage: `${leverage}`,
    entry: form.price === '' ? (price ?? '') : form.price,
    quantity: form.quantity,
    exit: '',
    roe: '',
    gain: '',
    added: '',
    stop: '',
    risk: '',
    opening: 'taker',
    closing: 'taker',
  };
}
