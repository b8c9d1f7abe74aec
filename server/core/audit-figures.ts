/**
 * Arithmetic of audits: whole numbers of 10⁻¹⁸, apart from the one that decides (`shared/money.ts`), so that a mistake there is not
 * repeated here.
 */
export const ONE = 10n ** 18n;
/** Money has eight decimals. */
const GRAIN = 10n ** 10n;

/** A decimal text, which may be negative. */
export function units(text: string): bigint {
  if (text.startsWith('-')) return -units(text.slice(1));
  const [whole = '0', part = ''] = text.split('.');
  return BigInt(whole) * ONE + BigInt(part.padEnd(18, '0'));
}

export function written(value: bigint): string {
  const size = value < 0n ? -value : value;
  const part = String(size % ONE)
    .padStart(18, '0')
    .replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${size / ONE}${part === '' ? '' : `.${part}`}`;
}

/** A product of two amounts above zero, in whole decimals of money. */
export function grained(product: bigint, rounding: 'down' | 'up'): bigint {
  const size = ONE * GRAIN;
  return ((rounding === 'up' ? product + size - 1n : product) / size) * GRAIN;
}
