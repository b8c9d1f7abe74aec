import { z } from 'zod';
import { FEE_TIERS_MAX, feeTableProblem } from '../shared/fees.js';
import { BRACKETS, bracketTableProblem } from '../shared/margin-brackets.js';
import { decimal, inOrder, whole } from './policy-field.contract.js';

/** How far from the market the orders of one product may be, and how large. */
export const orderRules = z.strictObject({
  limitBandLow: decimal('0', '1'),
  limitBandHigh: decimal('1', '100'),
  marketBand: decimal('0.0001', '1'),
  maxNotional: decimal('1', '1000000000'),
  /** After a longer standstill the beats that books missed are skipped. */
  catchUpSeconds: whole(1, 3_600).default(60),
});

const LEVERAGE_MAX = 125;

type Above = 1 | 2 | 3 | 4 | 5 | 6 | 7;
type TierKey = `from${Above}` | `${'maker' | 'taker'}${0 | Above}`;

/** `from3`, `maker3`, `taker3`: the least volume of a tier in USDT, and its rates. The lowest tier has no least volume. */
function feeTierFields(): Record<TierKey, ReturnType<typeof decimal>> {
  const tiers = Array.from({ length: FEE_TIERS_MAX }, (_, tier) => [
    ...(tier === 0 ? [] : [[`from${tier}`, decimal('1', '1000000000000')]]),
    [`maker${tier}`, decimal('-0.01', '0.1')],
    [`taker${tier}`, decimal('0', '0.1')],
  ]);
  return Object.fromEntries(tiers.flat()) as Record<TierKey, ReturnType<typeof decimal>>;
}

/**
 * What trades of one product cost, by tiers of volume. `voucherShare` and `invitationShare` bound what vouchers and the
 * shares of invitations may take off a fee, so that no rebate is ever paid out of nothing.
 */
export const feeTable = z
  .strictObject({ ...feeTierFields(), voucherShare: decimal('0', '1'), invitationShare: decimal('0', '1') })
  .superRefine((values, { addIssue }) => {
    const key = feeTableProblem(values);
    if (key !== undefined) addIssue({ code: 'custom', path: [key], message: key });
  });

/** Orders and positions of contracts. Prices are held against the mark price. */
export const contractRules = z.strictObject({
  ...orderRules.omit({ catchUpSeconds: true }).shape,
  /** The leverage from which the quiz must be passed. */
  quizFrom: whole(1, LEVERAGE_MAX),
  /** The share of the mark price that the order of a liquidation may move away from it. */
  liquidationBand: decimal('0.0001', '0.5'),
  /** The risk rate at which the owner is warned. */
  warningAt: decimal('0.1', '0.99'),
  /** Of what users may have open on a side, the share that one owner has at most: else an order far away would shut it to all others. */
  ownersShare: decimal('0.01', '1').default('0.25'),
});

type BracketNumber = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8;
type BracketFields = Record<`${'to' | 'rate'}${BracketNumber}`, ReturnType<typeof decimal>> &
  Record<`leverage${BracketNumber}`, ReturnType<typeof whole>>;

/** `to3`, `rate3`, `leverage3`: the highest notional of a bracket in USDT, its maintenance rate and maximum leverage. */
function bracketFields(): BracketFields {
  const brackets = Array.from({ length: BRACKETS }, (_, below) => [
    [`to${below + 1}`, decimal('1', '1000000000000')],
    [`rate${below + 1}`, decimal('0.001', '0.5')],
    [`leverage${below + 1}`, whole(1, LEVERAGE_MAX)],
  ]);
  return Object.fromEntries(brackets.flat()) as BracketFields;
}

/** Margin brackets; the highest notional of the last is the position limit. */
export const bracketTable = z.strictObject(bracketFields()).superRefine((values, { addIssue }) => {
  const key = bracketTableProblem(values);
  if (key !== undefined) addIssue({ code: 'custom', path: [key], message: key });
});

export const insuranceRules = z
  .strictObject({
    /** All that `house/contract-grants` gives to the insurance fund in each realm. */
    openingUsdt: decimal('1', '1000000000000'),
    /** The most that one liquidation may cost the fund. */
    eventMaxUsdt: decimal('0', '1000000000000'),
  })
  .refine(({ openingUsdt, eventMaxUsdt }) => inOrder(eventMaxUsdt, openingUsdt), { path: ['eventMaxUsdt'] });
