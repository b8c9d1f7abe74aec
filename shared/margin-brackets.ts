import { bracketOf, marginBrackets, type MarginBracket } from './margin.js';
import { amount, format, ONE, times, toCount, tryAmount, ZERO, type Amount } from './money.js';
import { versionAt, type Published } from './policy-version.js';

/** The margin brackets of contracts, as the policies `contract.crypto` and `contract.others` keep them: eight, by notional in USDT. */
export const BRACKETS = 8;

/** The flat values of a policy: `to3`, `rate3`, `leverage3`. */
export type BracketValues = Readonly<Record<string, unknown>>;

/** How long a new version is public before positions follow it. */
export const BRACKETS_NOTICE_MS = 24 * 3_600_000;

const numbers = Array.from({ length: BRACKETS }, (_, below) => below + 1);

/** The policy whose brackets contracts on an instrument of this class have. */
export function bracketPolicy(instrumentClass: string): 'contract.crypto' | 'contract.others' {
  return instrumentClass === 'crypto' ? 'contract.crypto' : 'contract.others';
}

/** The brackets, lowest first; `to` of the last is the largest position. Values out of their bounds throw. */
export function bracketsFrom(values: BracketValues): readonly MarginBracket[] {
  return marginBrackets(
    numbers.map((bracket) => ({
      to: String(values[`to${bracket}`]),
      rate: String(values[`rate${bracket}`]),
      leverageMax: leverageOf(values, bracket),
    })),
  );
}

/**
 * The first value that makes no table: a notional or a maintenance rate that does not rise, a leverage that does not fall, or one whose
 * initial margin is less than twice the maintenance margin. Names the value's key; `undefined` when all hold.
 */
export function bracketTableProblem(values: BracketValues): string | undefined {
  let lower = { to: ZERO, rate: ZERO, leverage: Number.MAX_SAFE_INTEGER };
  for (const bracket of numbers) {
    const [to, rate] = [read(values, `to${bracket}`), read(values, `rate${bracket}`)];
    const leverage = leverageOf(values, bracket);
    if (to <= lower.to) return `to${bracket}`;
    if (rate <= lower.rate) return `rate${bracket}`;
    // With less, an order at the highest leverage could be liquidated by the next small move.
    if (leverage >= lower.leverage || 2n * rate * BigInt(leverage) > ONE) return `leverage${bracket}`;
    lower = { to, rate, leverage };
  }
  return undefined;
}

/** The version that positions follow at an instant: the newest that was published 24 hours before, or the first of all. */
export function bracketsInForce<Version extends Published>(versions: readonly Version[], at: number): Version {
  return versionAt(versions, at - BRACKETS_NOTICE_MS);
}

/**
 * The highest leverage of a position that opens, 0 where it is above the position limit. It has to fit the version in force and the one that
 * positions still follow: by either alone, a position could be liquidated by the other as soon as it is open.
 */
export function openingLeverageMax(tables: readonly (readonly MarginBracket[])[], notional: Amount): number {
  const allowed = tables.map((brackets) => {
    const { to, leverageMax } = bracketOf(brackets, notional);
    return notional > to ? 0 : leverageMax;
  });
  return Math.min(...allowed);
}

/** A row of a table, as commands carry it. */
export interface BracketRow {
  readonly to: string;
  readonly leverageMax: number;
  readonly rate: string;
}

/** A close for which margins are raised. Instants in UTC milliseconds. */
export interface ClosingGap {
  readonly raisesAt: number;
  readonly closesAt: number;
  /** Margins stay raised until then. */
  readonly opensAt: number;
  /** The share of the price that the margin of a position has to cover. */
  readonly rate: string;
}

/** What an opening puts up while margins are raised, as a multiple of the gap: a fifth may be lost before the close. */
const GAP_INITIAL = amount('1.2');

export function isRaised(gap: ClosingGap | null, at: number): gap is ClosingGap {
  return gap !== null && at >= gap.raisesAt && at < gap.opensAt;
}

/** The highest leverage whose initial margin covers a gap with a fifth to spare; never less than 1. */
export function gapLeverageMax({ rate }: Pick<ClosingGap, 'rate'>): number {
  const initial = times(amount(rate), GAP_INITIAL, 'up');
  return initial <= ZERO || initial >= ONE ? 1 : toCount(ONE / initial);
}

/** How much margin makes a position that is short of a gap hold one again: what opening it would take. */
export const gapInitialMargin = (maintenance: Amount): Amount => times(maintenance, GAP_INITIAL, 'up');

export const rowsOf = (brackets: readonly MarginBracket[]): readonly BracketRow[] =>
  brackets.map(({ to, leverageMax, rate }) => ({ to: format(to), leverageMax, rate: format(rate) }));

/** The table that is in force at an instant: while margins are raised, no rate is below the gap, and no leverage above what covers it. */
export function bracketsAt(rows: readonly BracketRow[], gap: ClosingGap | null, at: number): readonly MarginBracket[] {
  if (!isRaised(gap, at)) return marginBrackets(rows);
  const [least, leverageMax] = [amount(gap.rate), gapLeverageMax(gap)];
  return marginBrackets(
    rows.map((row) => ({
      to: row.to,
      rate: amount(row.rate) < least ? format(least) : row.rate,
      leverageMax: Math.min(row.leverageMax, leverageMax),
    })),
  );
}

const read = (values: BracketValues, key: string): Amount => tryAmount(String(values[key])) ?? ZERO;

function leverageOf(values: BracketValues, bracket: number): number {
  const leverage = values[`leverage${bracket}`];
  return typeof leverage === 'number' && Number.isSafeInteger(leverage) ? leverage : 0;
}
