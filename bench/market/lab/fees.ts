import { feeTiers, type FeeTier, type FeeValues } from '../../../shared/fees.js';
import { amount, format, ONE, times, ZERO, type Amount } from '../../../shared/money.js';
import { ratesOf, tradeFees, type FeeRates } from '../../../server/trading/venue/fee.rules.js';
import { publishedValues } from './lab-market.js';

/** What a bot pays for its fills, and what comes back to it: all of its accounts have one owner, the inviter's too. */
export interface Fees {
  readonly rates: FeeRates;
  /** The share of a fee that the house keeps. */
  readonly kept: Amount;
}

const published = publishedValues<FeeValues>('spot.fees');
const tiers = feeTiers(published);

const feesOf = (tier: FeeTier, kept: Amount): Fees => {
  const terms = { maker: format(tier.maker), taker: format(tier.taker), tier: tier.tier, policyVersion: 1 };
  return { rates: ratesOf(terms), kept };
};

export const LOWEST_TIER: Fees = feesOf(tiers[0], ONE);
export const TOP_TIER: Fees = feesOf(tiers.at(-1) as FeeTier, ONE);
/** The best terms of all: the top tier, the largest voucher, and the inviter's largest share. */
export const BEST_TERMS: Fees = feesOf(
  tiers.at(-1) as FeeTier,
  times(ONE - amount(String(published['voucherShare'])), ONE - amount(String(published['invitationShare'])), 'down'),
);
/** Terms that no table may have: a rebate that the other side's fee doesn't pay for once a voucher is used. */
export const BROKEN_TERMS: Fees = {
  rates: ratesOf({ maker: '-0.0005', taker: '0.0005', tier: 7, policyVersion: 1 }),
  kept: BEST_TERMS.kept,
};

/** What the house keeps of a trade of which the bot has one side or both. */
export function feeOfTrade(notional: Amount, is: { maker: boolean; taker: boolean }, { rates, kept }: Fees): Amount {
  const { maker, taker } = tradeFees(notional, is.maker ? rates : null, is.taker ? rates : null, 8);
  const left = (fee: Amount): Amount => (fee > ZERO ? times(fee, kept, 'down') : fee);
  return (is.maker ? left(maker) : ZERO) + (is.taker ? left(taker) : ZERO);
}
