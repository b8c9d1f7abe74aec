/** Sums of decimal strings, exact: the scale of the finest amount is kept, no float is involved. */
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

interface Scaled {
  units: bigint;
  scale: number;
}

function parse(text: string): Scaled {
  const parts = DECIMAL.exec(text.trim());
  if (parts === null) throw new Error(`not a decimal: ${text}`);
  const [, sign, whole = '0', fraction = ''] = parts;
  const units = BigInt(whole + fraction);
  return { units: sign === '-' ? -units : units, scale: fraction.length };
}

function rescale(value: Scaled, scale: number): bigint {
  return value.units * 10n ** BigInt(scale - value.scale);
}

function print({ units, scale }: Scaled): string {
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  const whole = digits.slice(0, digits.length - scale);
  const fraction = digits.slice(digits.length - scale).replace(/0+$/, '');
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The exact sum, without trailing zeros; `'0'` of nothing. Throws on what is not a plain decimal. */
export function sumDecimals(amounts: readonly string[]): string {
  const values = amounts.map(parse);
  const scale = Math.max(0, ...values.map((value) => value.scale));
  return print({ units: values.reduce((sum, value) => sum + rescale(value, scale), 0n), scale });
}

export function negateDecimal(amount: string): string {
  const value = parse(amount);
  return print({ ...value, units: -value.units });
}

export function isZero(amount: string): boolean {
  return parse(amount).units === 0n;
}

export interface AssetSum {
  asset: string;
  sum: string;
  lines: number;
}

/** The sum of each asset over postings, in order of asset. Double entry wants every one of them to be zero. */
export function sumByAsset(postings: readonly { asset: string; amount: string }[]): AssetSum[] {
  const byAsset = new Map<string, string[]>();
  for (const { asset, amount } of postings) byAsset.set(asset, [...(byAsset.get(asset) ?? []), amount]);
  return [...byAsset]
    .map(([asset, amounts]) => ({ asset, sum: sumDecimals(amounts), lines: amounts.length }))
    .sort((a, b) => (a.asset < b.asset ? -1 : 1));
}

/** The balance after each posting, newest first: the first stands at `balance`, each older one without its successors. */
export function runningBalances(balance: string, amountsNewestFirst: readonly string[]): string[] {
  const running: string[] = [];
  let after = balance;
  for (const amount of amountsNewestFirst) {
    running.push(after);
    after = sumDecimals([after, negateDecimal(amount)]);
  }
  return running;
}
