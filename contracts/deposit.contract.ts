import { z } from 'zod';
import { commonFields, decimalText, pageQuery, periodQuery } from './envelope.contract.js';
import { imageId } from './personal.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const depositRefusals = {
  'deposit.channel-closed': { status: 422, policy: 'deposit.rules' },
  'deposit.amount-zero': { status: 422 },
  'deposit.amount-over-precise': { status: 422 },
  'deposit.hash-required': { status: 422 },
  'deposit.hash-invalid': { status: 422 },
  'deposit.hash-used': { status: 409 },
  'deposit.too-many-waiting': { status: 429, policy: 'deposit.rules' },
  'deposit.not-found': { status: 404 },
  // For staff who approve a transfer that no network knows: the missing fact.
  'deposit.not-on-chain': { status: 409 },
  'deposit.not-to-platform': { status: 409 },
  'deposit.not-final': { status: 409 },
  'deposit.not-unclaimed': { status: 409 },
  'deposit.below-minimum': { status: 409, policy: 'deposit.rules' },
} as const satisfies Record<string, RefusalRule>;

/** The specification's labels (section 4): each deposit ends in exactly one of `failed` and `success`. */
export const DEPOSIT_LABELS = ['failed', 'waiting', 'success'] as const;
export type DepositLabel = (typeof DEPOSIT_LABELS)[number];

/** What the labels are derived from. `review`: not found on the network, so staff look at the proof. */
export const DEPOSIT_STATUSES = [
  'seen',
  'confirming',
  'review',
  'credited',
  'below-minimum',
  'wrong-asset',
  'account-closed',
  'dropped',
  'rejected',
] as const;
export type DepositStatus = (typeof DEPOSIT_STATUSES)[number];

export const LABEL_OF_DEPOSIT = {
  seen: 'waiting',
  confirming: 'waiting',
  review: 'waiting',
  credited: 'success',
  'below-minimum': 'failed',
  'wrong-asset': 'failed',
  'account-closed': 'failed',
  dropped: 'failed',
  rejected: 'failed',
} as const satisfies Record<DepositStatus, DepositLabel>;

/** Values of the policy `deposit.rules`. Amounts are decimal strings in the asset; `minimumOther` is worth in USDT. */
export interface DepositRules {
  minimumUSDT: string;
  minimumBTC: string;
  minimumETH: string;
  minimumTRX: string;
  minimumOther: string;
  /** Channels that take nothing now: `ETH:ERC20,TRX:TRC20`, or `none`. */
  closedChannels: string;
  /** How many proofs of one person may wait for staff at once. */
  proofsWaitingMax: number;
}

/** Why a proof may be rejected; texts are `review:reason.deposit-proof.<code>`. */
export const DEPOSIT_PROOF_REASONS = [
  'not-on-chain',
  'wrong-network',
  'not-to-platform',
  'below-minimum',
  'belongs-to-other',
  'unreadable',
  'suspected-altered',
  'other',
] as const;

export const DEPOSIT_LIMITS = { imagesPerProof: 3, noteChars: 200, hashChars: 128 } as const;

const network = z.string().min(1).max(16);
const currency = z.string().min(1).max(16);

export const getDepositChannelsQuery = z.strictObject({ ...commonFields });
/** The own address of this network; the first asking assigns it for ever. */
export const getDepositAddressQuery = z.strictObject({ ...commonFields, network, currency });

/**
 * `images`: ids of uploaded images (purpose `deposit-proof`), parted by commas. `amount` in the currency, as the person entered it.
 */
export const submitDepositBody = z.strictObject({
  ...commonFields,
  network,
  currency,
  amount: decimalText,
  hash: z.string().trim().max(DEPOSIT_LIMITS.hashChars).default(''),
  images: z
    .string()
    .max(200)
    .default('')
    .transform((text) => text.split(',').filter((id) => id !== ''))
    .pipe(z.array(imageId).max(DEPOSIT_LIMITS.imagesPerProof)),
  note: z.string().trim().max(DEPOSIT_LIMITS.noteChars).default(''),
});

const depositFilters = {
  currency: currency.optional(),
  network: network.optional(),
  label: z.enum(DEPOSIT_LABELS).optional(),
  /** Part of a transfer's hash, from its beginning. */
  hash: z.string().trim().max(DEPOSIT_LIMITS.hashChars).optional(),
  ...periodQuery,
};
export const getDepositsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...depositFilters });
/** The same rows as one CSV file, from the newest to the oldest. */
export const exportDepositsQuery = z.strictObject({ ...commonFields, ...depositFilters });
export const getDepositQuery = z.strictObject({ ...commonFields, depositId: z.string().min(3).max(64) });

export const depositChannelView = z
  .object({
    network: z.string(),
    currency: z.string(),
    decimals: z.number(),
    minimum: z.string(),
    confirmations: z.number().describe("Blocks, the transfer's own included, after which it is credited."),
    blockSeconds: z.number(),
    usesTag: z.boolean().describe('The address is shared, and a tag names the person.'),
    open: z.boolean().describe('`false` where staff have closed the channel.'),
  })
  .meta({
    id: 'DepositChannelView',
    description: 'A currency on a network that deposits are taken in. Amounts are decimal strings in the currency.',
  });
export type DepositChannelView = z.output<typeof depositChannelView>;

export const depositChannelsView = z
  .object({
    channels: z.array(depositChannelView),
    version: z.number().describe('The version of `deposit.rules` that the minimums are from.'),
  })
  .meta({ id: 'DepositChannelsView' });

export const depositAddressView = z
  .object({
    network: z.string(),
    currency: z.string(),
    address: z.string(),
    tag: z.string().nullable(),
    currencies: z
      .array(z.string())
      .describe('Everything that this address takes; anything else that is sent to it is not credited.'),
  })
  .meta({ id: 'DepositAddressView' });
export type DepositAddressView = z.output<typeof depositAddressView>;

export const depositView = z
  .object({
    depositId: z.string(),
    network: z.string(),
    currency: z.string(),
    hash: z.string(),
    label: z.enum(DEPOSIT_LABELS),
    status: z.enum(DEPOSIT_STATUSES),
    amount: z.string().nullable().describe('What the network moved; `null` while it knows nothing of it.'),
    declared: z
      .string()
      .nullable()
      .describe('The amount that the person entered in a proof, with its currency; `null` without a proof.'),
    declaredCurrency: z.string().nullable(),
    difference: z
      .string()
      .nullable()
      .describe('What was credited less what was declared; `null` where nothing was declared or credited.'),
    confirmations: z.number(),
    confirmationsNeeded: z.number(),
    reorganised: z.number().describe('How often a reorganisation has taken it out of its block.'),
    minimum: z.string(),
    createdAt: z.number(),
    decidedAt: z.number().nullable(),
    version: z
      .number()
      .describe('The version of `deposit.rules` that applied, fixed when it was first seen or sent in.'),
  })
  .meta({
    id: 'DepositView',
    description:
      'One deposit of a person. Amounts are decimal strings in `currency`; instants are milliseconds since the Unix epoch.',
  });
export type DepositView = z.output<typeof depositView>;

export const depositEventView = z
  .object({
    position: z.number(),
    eventHash: z.string().describe('Chains it to the fact before, hex of 32 bytes.'),
    type: z.string(),
    at: z.number(),
    confirmations: z.number().nullable(),
    amount: z.string().nullable(),
    blockHeight: z.number().nullable(),
  })
  .meta({ id: 'DepositEventView', description: 'One fact about a deposit. What it does not say is `null`.' });
export type DepositEventView = z.output<typeof depositEventView>;

export const depositDetailView = z
  .object({
    deposit: depositView,
    images: z.array(z.string()),
    note: z.string().nullable(),
    reasons: z
      .array(z.string())
      .describe('The reason of the rejection, in the caller’s language, and the reviewer’s note.'),
    reviewNote: z.string().nullable(),
    events: z.array(depositEventView).describe('Oldest first.'),
  })
  .meta({ id: 'DepositDetailView' });
export type DepositDetailView = z.output<typeof depositDetailView>;

export const depositSubmittedView = z
  .object({
    depositId: z.string(),
    status: z.enum(DEPOSIT_STATUSES),
  })
  .meta({
    id: 'DepositSubmittedView',
    description: '`review`: it waits for staff. Otherwise the network knows it and it goes its own way.',
  });
export type DepositSubmittedView = z.output<typeof depositSubmittedView>;
