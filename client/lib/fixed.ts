/**
 * Exact decimals for the browser: a bigint that counts units of 10^-18, as the server counts them. Prices, quantities and
 * totals never pass through a float; what is shown before a click is what the server will compute after it.
 */
export type Fixed = bigint;

const DECIMALS = 18;
export const ONE: Fixed = 10n ** 18n;
const SHAPE = /^(-?)(\d{1,30})(?:\.(\d{0,18}))?$/;

/** `'12.50'` → Fixed; `undefined` for anything that is not a plain decimal. */
export function parseFixed(text: string): Fixed | undefined {
  const match = SHAPE.exec(text);
  if (match === null) return undefined;
  const units = BigInt((match[2] ?? '0') + (match[3] ?? '').padEnd(DECIMALS, '0'));
  return match[1] === '-' ? -units : units;
}

const KNOWN = 5000;
const known = new Map<string, Fixed>();

/**
 * As `parseFixed`, with zero for what is no number: for figures that the server sent. The same prices come again twenty times
 * a second, so what was read lately is kept.
 */
export function fixed(text: string): Fixed {
  const kept = known.get(text);
  if (kept !== undefined) return kept;
  const value = parseFixed(text) ?? 0n;
  if (known.size >= KNOWN) known.clear();
  known.set(text, value);
  return value;
}

/** The plain decimal; with `decimals` it is padded to exactly that many, else the shortest one. */
export function formatFixed(value: Fixed, decimals?: number): string {
  const negative = value < 0n;
  const digits = (negative ? -value : value).toString().padStart(DECIMALS + 1, '0');
  const whole = digits.slice(0, -DECIMALS);
  const fraction = digits.slice(-DECIMALS);
  const kept = decimals === undefined ? fraction.replace(/0+$/, '') : fraction.slice(0, decimals);
  const text = kept === '' ? whole : `${whole}.${kept}`;
  return negative && /[1-9]/.test(text) ? `-${text}` : text;
}

export const timesDown = (a: Fixed, b: Fixed): Fixed => (a * b) / ONE;

/** The product of two values above or equal to zero, rounded up at the eighteenth decimal. */
export function timesUp(a: Fixed, b: Fixed): Fixed {
  const product = a * b;
  const down = product / ONE;
  return product % ONE === 0n ? down : down + 1n;
}

/** The quotient rounded down; zero when there is nothing to divide by. */
export const overDown = (a: Fixed, b: Fixed): Fixed => (b === 0n ? 0n : (a * ONE) / b);

/** The quotient of two values above or equal to zero, rounded up. */
export function overUp(a: Fixed, b: Fixed): Fixed {
  const down = overDown(a, b);
  return b === 0n || down * b === a * ONE ? down : down + 1n;
}

/** `value` in per cent of `base` with two decimals, never rounded towards the better: gains down, losses up. */
export function percentOf(value: Fixed, base: Fixed): Fixed {
  const [hundredths, rest] = [(value * 10_000n) / base, (value * 10_000n) % base];
  return ((rest < 0n ? hundredths - 1n : hundredths) * ONE) / 100n;
}

/** Down to a whole number of `step`s: lots of a quantity, ticks of a price. */
export const downToStep = (value: Fixed, step: Fixed): Fixed => (step <= 0n ? value : value - (value % step));

/** Up to a whole number of `step`s. */
export function upToStep(value: Fixed, step: Fixed): Fixed {
  const down = downToStep(value, step);
  return down === value ? value : down + step;
}
