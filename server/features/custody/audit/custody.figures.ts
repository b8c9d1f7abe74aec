import type { CustodyBought } from '../custody.events.js';

/**
 * The figures of custody, reckoned without the rules that decide: whole numbers of 10⁻¹⁸ USDT, so that a mistake there is not repeated
 * here.
 */
const ONE = 10n ** 18n;
/** Money has eight decimals. */
const GRAIN = 10n ** 10n;
const DAY_MS = 86_400_000;

export function units(text: string): bigint {
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

const grained = (scaled: bigint, rounding: 'down' | 'up'): bigint => {
  const size = ONE * GRAIN;
  return ((rounding === 'up' ? scaled + size - 1n : scaled) / size) * GRAIN;
};

/** What rates bring, each for `times` dates. */
export function interest(principal: string, rates: readonly string[], times: number, rounding: 'down' | 'up'): bigint {
  const sum = rates.reduce((all, rate) => all + units(rate), 0n) * BigInt(times);
  return grained(units(principal) * sum, rounding);
}

/** What redeeming costs with so many dates to begin. */
export function penalty({ principal, penalty: kind, penaltyRate }: CustodyBought, left: number): bigint {
  const share = units(penaltyRate) * (kind === 'flat' ? 1n : BigInt(left));
  return grained(units(principal) * share, 'down');
}

/** The UTC dates after that of an instant. */
export function datesAfter(at: number, days: number): string[] {
  const today = Math.floor(at / DAY_MS);
  return Array.from({ length: days }, (_, n) => new Date((today + n + 1) * DAY_MS).toISOString().slice(0, 10));
}

/** When the rate of a date is revealed: as long after its beginning as that of the last date. */
export function revealedAt({ lastDate, maturesAt }: CustodyBought, date: string): number {
  return Date.parse(`${date}T00:00:00Z`) + maturesAt - Date.parse(`${lastDate}T00:00:00Z`);
}

export const bandKey = (
  { productId, rateMin, rateMax }: Pick<CustodyBought, 'productId' | 'rateMin' | 'rateMax'>,
  date: string,
): string => `${productId} ${rateMin} to ${rateMax} on ${date}`;

/** What an order moves when it is bought, and when it ends with interest and penalty. */
export function postingsOf(
  ownerId: string,
  figures: {
    readonly principal: string;
    readonly highest: string;
    readonly interest?: string;
    readonly penalty?: string;
  },
): Map<string, bigint> {
  const [principal, highest] = [units(figures.principal), units(figures.highest)];
  const account = (bucket: string): string => `user/${ownerId}/finance/${bucket}`;
  const { interest: earned, penalty: costs = '0' } = figures;
  if (earned === undefined)
    return new Map([
      [account('available'), -principal],
      [account('frozen'), principal],
      ['house/treasury', -highest],
      ['house/treasury-holds', highest],
    ]);
  return new Map([
    [account('available'), principal + units(earned) - units(costs)],
    [account('frozen'), -principal],
    ['house/treasury', highest - units(earned) + units(costs)],
    ['house/treasury-holds', -highest],
  ]);
}
