import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const payeeRefusals = {
  'payee.not-found': { status: 404 },
  'payee.cooling-off': { status: 200, policy: 'payee.rules' },
  'payee.too-many': { status: 200, policy: 'payee.rules' },
  'payee.address-known': { status: 200 },
  'payee.card-known': { status: 200 },
  'payee.currency-not-on-network': { status: 400 },
  'payee.address-format': { status: 400 },
  'payee.address-checksum': { status: 400 },
  'payee.address-network': { status: 400 },
  'payee.tag-required': { status: 400 },
  'payee.tag-unused': { status: 400 },
  'payee.country-unknown': { status: 400 },
  'payee.account-format': { status: 400 },
  'payee.iban-required': { status: 400 },
  'payee.iban-country': { status: 400 },
  'payee.iban-unknown-country': { status: 400 },
  'payee.iban-length': { status: 400 },
  'payee.iban-checksum': { status: 400 },
  'payee.iban-format': { status: 400 },
  'payee.bic-required': { status: 400 },
  'payee.bic-format': { status: 400 },
  'payee.routing-required': { status: 400 },
  'payee.routing-checksum': { status: 400 },
  'payee.routing-unused': { status: 400 },
} as const satisfies Record<string, RefusalRule>;

/** No line breaks or other invisible signs: they could hide what a person confirms. */
const seen = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u);
const needed = (most: number) => seen(most).min(1);
const optional = (most: number) => seen(most).default('');
const proof = { tradePassword: z.string().max(32).optional(), googleCode: z.string().trim().max(40).optional() };

export const getPayeesQuery = z.strictObject({ ...commonFields });

export const addPayeeAddressBody = z.strictObject({
  ...commonFields,
  /** `USDT`; `network` is one that moves it: see `PayeeNetworkView`. */
  currency: z.string().regex(/^[A-Z0-9]{2,12}$/),
  network: z.string().regex(/^[A-Za-z0-9-]{2,16}$/),
  address: needed(128),
  /** Memo or destination tag, where the network shares addresses. */
  tag: optional(64),
  label: needed(40),
  ...proof,
});

export const addPayeeCardBody = z.strictObject({
  ...commonFields,
  bankName: needed(80),
  /** Country of the bank, ISO 3166-1 alpha-2. */
  country: z.string().regex(/^[A-Z]{2}$/),
  /** IBAN where the country has one, else the account number; blanks and hyphens count for nothing. */
  account: needed(64),
  bic: optional(16),
  /** ABA routing number of banks in the United States. */
  routingNumber: optional(16),
  bankAddress: optional(160),
  payeeName: needed(80),
  payeePhone: optional(32),
  payeeAddress: optional(160),
  note: optional(140),
  label: optional(40),
  ...proof,
});

export const labelPayeeBody = z.strictObject({
  ...commonFields,
  payeeId: z.string().min(1).max(64),
  label: needed(40),
});

export const removePayeeBody = z.strictObject({ ...commonFields, payeeId: z.string().min(1).max(64) });

/** The payment settings of the specification, section 3; an empty text clears one. */
export const PAYMENT_SETTINGS = [
  'name',
  'bank_name',
  'bank_number',
  'alipay_account',
  'weixin_nickname',
  'weixin_account',
] as const;

export const paymentSettings = z.record(z.enum(PAYMENT_SETTINGS), z.string());
export type PaymentSettings = z.output<typeof paymentSettings>;

export const setPaymentSettingsBody = z.strictObject({
  ...commonFields,
  name: optional(80),
  bank_name: optional(80),
  bank_number: optional(64),
  alipay_account: optional(80),
  weixin_nickname: optional(80),
  weixin_account: optional(80),
  ...proof,
});

export const payeeAddressView = z
  .object({
    id: z.string(),
    currency: z.string(),
    network: z.string(),
    address: z.string(),
    tag: z.string().nullable(),
    label: z.string(),
    addedAt: z.number(),
    usableAt: z.number(),
  })
  .meta({
    id: 'PayeeAddressView',
    description: 'Instants are milliseconds since the Unix epoch. It may be paid to from `usableAt` on.',
  });
export type PayeeAddressView = z.output<typeof payeeAddressView>;

export const payeeCardView = z
  .object({
    id: z.string(),
    label: z.string(),
    bankName: z.string(),
    country: z.string(),
    account: z.string().describe('IBAN without blanks, or the account number.'),
    isIban: z.boolean(),
    bic: z.string().nullable(),
    routingNumber: z.string().nullable(),
    bankAddress: z.string(),
    payeeName: z.string(),
    payeePhone: z.string(),
    payeeAddress: z.string(),
    note: z.string(),
    addedAt: z.number(),
    usableAt: z.number(),
  })
  .meta({ id: 'PayeeCardView' });
export type PayeeCardView = z.output<typeof payeeCardView>;

export const payeeNetworkView = z
  .object({
    id: z.string(),
    currencies: z.array(z.string()),
    usesTag: z.boolean().describe('A memo or tag has to be given with the address.'),
  })
  .meta({ id: 'PayeeNetworkView', description: 'A network that addresses can be saved for, and what it moves.' });

export const payeesView = z
  .object({
    addresses: z.array(payeeAddressView),
    cards: z.array(payeeCardView),
    settings: paymentSettings.nullable().describe('`null` until they are set.'),
    networks: z.array(payeeNetworkView),
    rules: z.object({
      coolingHours: z.number(),
      addressesMax: z.number(),
      cardsMax: z.number(),
      policy: z.string(),
      version: z.number(),
    }),
    now: z.number().describe("The server's clock, for countdowns."),
  })
  .meta({ id: 'PayeesView', description: '`web/getPayees`: newest first.' });
export type PayeesView = z.output<typeof payeesView>;

export const payeeAddedView = z
  .object({
    payeeId: z.string(),
    usableAt: z.number(),
  })
  .meta({ id: 'PayeeAddedView', description: 'What adding answers.' });
export type PayeeAddedView = z.output<typeof payeeAddedView>;
