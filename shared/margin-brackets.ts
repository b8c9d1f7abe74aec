import { bracketOf, marginBrackets, type MarginBracket } from './margin.js';
import { ONE, tryAmount, ZERO, type Amount } from './money.js';
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

const read = (values: BracketValues, key: string): Amount => tryAmount(String(values[key])) ?? ZERO;

function leverageOf(values: BracketValues, bracket: number): number {
  const leverage = values[`leverage${bracket}`];
  return typeof leverage === 'number' && Number.isSafeInteger(leverage) ? leverage : 0;
}
