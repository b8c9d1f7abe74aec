import { ONE, times, tryAmount, ZERO, type Amount } from './money.js';

/**
 * The table of trading fees, as the policy `spot.fees` keeps it: eight tiers by volume. Rates are fractions of a trade's value;
 * a negative maker rate is a rebate. Server, client and console read the table by these functions alone.
 */
export interface FeeTier {
  readonly tier: number;
  /** The least volume of the tier, in USDT. */
  readonly from: Amount;
  readonly maker: Amount;
  readonly taker: Amount;
}

export const FEE_TIERS_MAX = 8;

/** Days that a volume is summed over. */
export const FEE_VOLUME_DAYS = 30;

/** The flat values of the policy: `from3`, `maker3`, `taker3`, and what others may take off a fee. */
export type FeeValues = Readonly<Record<string, unknown>>;

const read = (values: FeeValues, key: string): Amount => tryAmount(String(values[key])) ?? ZERO;

/** The tiers, lowest first. */
export function feeTiers(values: FeeValues): readonly [FeeTier, ...FeeTier[]] {
  const tierOf = (tier: number): FeeTier => ({
    tier,
    from: tier === 0 ? ZERO : read(values, `from${tier}`),
    maker: read(values, `maker${tier}`),
    taker: read(values, `taker${tier}`),
  });
  return [tierOf(0), ...Array.from({ length: FEE_TIERS_MAX - 1 }, (_, below) => tierOf(below + 1))];
}

/** The highest tier whose least volume this volume reaches. */
export function tierAt(volume: Amount, tiers: readonly FeeTier[]): FeeTier {
  return tiers.reduce((reached, tier) => (volume >= tier.from ? tier : reached));
}

/** What the house keeps of a fee at least, after a voucher and the shares of invitations. Both are fractions of the fee. */
export function keptOf({ voucherShare, invitationShare }: Record<'voucherShare' | 'invitationShare', Amount>): Amount {
  return times(ONE - voucherShare, ONE - invitationShare, 'down');
}

/** The most that an order of these rates can pay: what its hold is reckoned by. */
export function worstRate(maker: Amount, taker: Amount): Amount {
  const worst = maker > taker ? maker : taker;
  return worst > ZERO ? worst : ZERO;
}

/**
 * The first value that makes no table: a volume that does not rise, a rate that does not fall, or a rebate that the smallest
 * fee of the other side does not pay for. Names the value's key; `undefined` when all hold.
 */
export function feeTableProblem(values: FeeValues): string | undefined {
  const tiers = feeTiers(values);
  for (const [before, { tier, from, maker, taker }] of tiers.slice(1).entries()) {
    const lower = tiers[before] as FeeTier;
    if (from <= lower.from) return `from${tier}`;
    if (maker > lower.maker) return `maker${tier}`;
    if (taker > lower.taker) return `taker${tier}`;
  }
  const kept = keptOf({
    voucherShare: read(values, 'voucherShare'),
    invitationShare: read(values, 'invitationShare'),
  });
  // Rates never rise with the tier, so the last tier has the lowest of both sides.
  const { tier, maker, taker } = tiers.at(-1) as FeeTier;
  const left = (rate: Amount): Amount => (rate > ZERO ? times(rate, kept, 'down') : rate);
  return left(maker) + left(taker) < ZERO ? `maker${tier}` : undefined;
}
