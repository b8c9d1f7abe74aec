import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const bankRefusals = {
  /** The currency has fewer decimals (ISO 4217): `currency`, `decimals`. */
  'bank.too-many-decimals': { status: 200 },
} as const satisfies Record<string, RefusalRule>;

/** Plays the person's own bank: the wire arrives at once, as an instant credit transfer does. */
export const sendWireBody = z.strictObject({
  ...commonFields,
  /** IBAN or account number of the payee, as the order names it; blanks are left out. */
  toAccount: z
    .string()
    .transform((text) => text.replaceAll(/\s/g, '').toUpperCase())
    .pipe(z.string().regex(/^[A-Z0-9]{4,34}$/)),
  /** Decimal in `currency`. */
  amount: decimalText,
  /** ISO 4217. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  /** The reference that the payee asked for, in the characters that bank transfers carry (SEPA: at most 140). */
  reference: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9 /?:().,'+-]{1,140}$/),
  /** The sender's own name for the order (ISO 20022 has 35 characters): the same one of the same person again sends nothing. */
  endToEndId: z
    .string()
    .regex(/^[A-Za-z0-9-]{1,35}$/)
    .optional(),
});

export const sentWireView = z
  .object({
    wireId: z.string(),
    toAccount: z.string(),
    amount: z.string(),
    currency: z.string(),
    reference: z.string(),
    arrivedAt: z.number(),
  })
  .meta({ id: 'SentWireView', description: 'A wire that the person sent. `amount` in `currency`, decimal text.' });
export type SentWireView = z.output<typeof sentWireView>;

export const staffBankView = z
  .object({
    payouts: z.array(
      z.object({ status: z.enum(['ordered', 'settled', 'returned']), count: z.number(), amount: z.string() }),
    ),
    wires: z
      .array(z.object({ currency: z.string(), count: z.number(), amount: z.string() }))
      .describe('Wires that came in, by currency.'),
    lastSettledAt: z.number().nullable(),
    nextDueAt: z
      .number()
      .nullable()
      .describe('When the next ordered payout is settled or returned; in the past when the bank is behind.'),
    lastWireAt: z.number().nullable(),
    open: z.boolean(),
    changesAt: z.number().describe('When it opens or closes next.'),
    rules: z.object({
      opens: z.string(),
      closes: z.string(),
      minutesMin: z.number(),
      minutesMax: z.number(),
      closedAccountEnding: z.string(),
    }),
  })
  .meta({
    id: 'StaffBankView',
    description: '`staff/bank`: the simulated bank outside. Sums are USDT, paid out one for one in US dollars.',
  });
export type StaffBankView = z.output<typeof staffBankView>;
