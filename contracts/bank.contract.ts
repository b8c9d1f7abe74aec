import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { decimalText } from './envelope.contract.js';
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
  /** What the payee told to write, in the characters that bank transfers carry (SEPA: at most 140). */
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

/** A wire that the person sent. `amount` in `currency`, decimal text. */
export interface SentWireView {
  wireId: string;
  toAccount: string;
  amount: string;
  currency: string;
  reference: string;
  arrivedAt: number;
}

/** `staff/bank`: the simulated bank outside. Sums are USDT, paid out one for one in US dollars. */
export interface StaffBankView {
  payouts: { status: 'ordered' | 'settled' | 'returned'; count: number; amount: string }[];
  /** Wires that came in, by currency. */
  wires: { currency: string; count: number; amount: string }[];
  lastSettledAt: number | null;
  /** When the next ordered payout is settled or returned; in the past when the bank is behind. */
  nextDueAt: number | null;
  lastWireAt: number | null;
  open: boolean;
  /** When it opens or closes next. */
  changesAt: number;
  rules: { opens: string; closes: string; minutesMin: number; minutesMax: number; closedAccountEnding: string };
}
