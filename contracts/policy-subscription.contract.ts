import { z } from 'zod';
import { tryAmount, ZERO } from '../shared/money.js';
import { decimal, inOrder, whole } from './policy-field.contract.js';

const TWO = '2';

/** Opening prices are whole hundredths of the issue price. */
const share = () => decimal('0.01', '1.99').refine((written) => /^[01](\.\d{1,2})?$/.test(written));

/** Terms of new coins: an issue keeps those that were in force when it was proposed. */
export const subscriptionRules = z
  .strictObject({
    /** A share of the margin, charged on what passes. */
    feeRate: decimal('0', '0.1'),
    minimumUsdt: decimal('1', '1000000000'),
    maximumUsdt: decimal('1', '1000000000'),
    /** The opening price is drawn between these shares of the issue price; on average it is at most the issue price. */
    openMin: share(),
    openMax: share(),
    /** So long orders are gathered before the opening auction. */
    callMinutes: whole(5, 120),
    /** Of the volume: what the issuer offers in the opening auction. */
    floatShare: decimal('0', '1'),
    volatilityAnnual: decimal('0.1', '3'),
    reasonLengthMin: whole(1, 500),
  })
  .refine(({ minimumUsdt, maximumUsdt }) => inOrder(minimumUsdt, maximumUsdt), { path: ['maximumUsdt'] })
  .refine(({ openMin, openMax }) => inOrder(openMin, openMax), { path: ['openMax'] })
  .refine(
    ({ openMin, openMax }) => (tryAmount(openMin) ?? ZERO) + (tryAmount(openMax) ?? ZERO) <= (tryAmount(TWO) ?? ZERO),
    { path: ['openMax'] },
  );
