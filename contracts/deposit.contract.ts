import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { decimalText, pageQuery, periodQuery } from './envelope.contract.js';
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
  // Said to staff who approve what no network knows: what is missing.
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

/** `images`: ids of uploaded images (purpose `deposit-proof`), parted by commas. `amount` in the currency, as the person says. */
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

/** A currency on a network that deposits are taken in. Amounts are decimal strings in the currency. */
export interface DepositChannelView {
  network: string;
  currency: string;
  decimals: number;
  minimum: string;
  /** Blocks, the transfer's own included, after which it is credited. */
  confirmations: number;
  blockSeconds: number;
  /** The address is shared, and a tag names the person. */
  usesTag: boolean;
  /** `false` where staff have closed the channel. */
  open: boolean;
}

export interface DepositChannelsView {
  channels: DepositChannelView[];
  /** The version of `deposit.rules` that the minimums are from. */
  version: number;
}

export interface DepositAddressView {
  network: string;
  currency: string;
  address: string;
  tag: string | null;
  /** Everything that this address takes; anything else that is sent to it is not credited. */
  currencies: string[];
}

/** One deposit of a person. Amounts are decimal strings in `currency`; instants are milliseconds since the Unix epoch. */
export interface DepositView {
  depositId: string;
  network: string;
  currency: string;
  hash: string;
  label: DepositLabel;
  status: DepositStatus;
  /** What the network moved; `null` while it knows nothing of it. */
  amount: string | null;
  /** What the person said in his proof, where he sent one, and in which currency. */
  declared: string | null;
  declaredCurrency: string | null;
  /** What was credited less what was declared; `null` where nothing was declared or credited. */
  difference: string | null;
  confirmations: number;
  confirmationsNeeded: number;
  /** How often a reorganisation has taken it out of its block. */
  reorganised: number;
  minimum: string;
  createdAt: number;
  decidedAt: number | null;
  /** The version of `deposit.rules` that applied, fixed when it was first seen or sent in. */
  version: number;
}

/** One fact about a deposit. What it does not say is `null`. */
export interface DepositEventView {
  position: number;
  /** Chains it to the fact before, hex of 32 bytes. */
  eventHash: string;
  type: string;
  at: number;
  confirmations: number | null;
  amount: string | null;
  blockHeight: number | null;
}

export interface DepositDetailView {
  deposit: DepositView;
  images: string[];
  note: string | null;
  /** Why it was rejected, in the asker's language, and what the reviewer wrote besides. */
  reasons: string[];
  reviewNote: string | null;
  /** Oldest first. */
  events: DepositEventView[];
}

/** `review`: it waits for staff. Otherwise the network knows it and it goes its own way. */
export interface DepositSubmittedView {
  depositId: string;
  status: DepositStatus;
}
