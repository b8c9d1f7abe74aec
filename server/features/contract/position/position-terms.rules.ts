import type { PositionEventOf } from '../../../../contracts/contract.position.contract.js';
import { bracketsAt, type BracketRow, type ClosingGap } from '../../../../shared/margin-brackets.js';
import { bracketOf, maintenanceMargin, type MarginBracket } from '../../../../shared/margin.js';
import { amount, format, over, roundTo, times, ZERO, type Amount } from '../../../../shared/money.js';

/** A version of the brackets, and what closing costs. */
export interface JudgedBy {
  readonly version: number;
  readonly brackets: readonly BracketRow[];
  readonly takerRate: string;
}

type Required = Pick<PositionEventOf<'warned'>, 'bracket' | 'takerRate' | 'maintenanceMargin' | 'closingFee'>;

/** Of USDT in the ledger. */
const DECIMALS = 8;

/** The bracket of a notional in a version that an event names. */
export function requiredBy(
  notional: Amount,
  [table]: readonly JudgedBy[],
  gap: ClosingGap | null,
): Required['bracket'] {
  return table === undefined ? null : bracketView(bracketIn(table, notional, gap));
}

/** A warning names no version: what its risk rate follows from. */
export function requiredOfWarning(
  { marginBalance, riskRate }: { readonly marginBalance: string; readonly riskRate: string },
  notional: Amount,
  tables: readonly JudgedBy[],
): Required {
  const balance = amount(marginBalance);
  for (const table of tables) {
    const found = requiredOf(table, notional);
    const all = amount(found.maintenanceMargin) + amount(found.closingFee);
    if (balance > ZERO && format(over(all, balance, 'up')) === riskRate) return found;
  }
  return { bracket: null, takerRate: null, maintenanceMargin: null, closingFee: null };
}

function requiredOf(table: JudgedBy, notional: Amount) {
  const { takerRate, brackets } = table;
  return {
    bracket: bracketView(bracketIn(table, notional, null)),
    takerRate,
    maintenanceMargin: format(maintenanceMargin(notional, bracketsAt(brackets, null, 0))),
    closingFee: format(roundTo(times(notional, amount(takerRate), 'up'), DECIMALS, 'up')),
  };
}

const bracketIn = ({ brackets }: JudgedBy, notional: Amount, gap: ClosingGap | null): MarginBracket =>
  bracketOf(bracketsAt(brackets, gap, gap?.raisesAt ?? 0), notional);

const bracketView = ({ bracket, from, to, rate, amount: less }: MarginBracket): NonNullable<Required['bracket']> => ({
  bracket,
  from: format(from),
  to: format(to),
  rate: format(rate),
  amount: format(less),
});
