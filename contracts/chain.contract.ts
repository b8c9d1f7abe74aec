import { z } from 'zod';
import { commonFields } from './account.contract.js';
import { decimalText } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** `field` names the form's own field. `address-network` names the network whose address it is. */
export const chainRefusals = {
  'chain.network-unknown': { status: 404 },
  'chain.asset-not-on-network': { status: 422 },
  'chain.address-format': { status: 422 },
  'chain.address-checksum': { status: 422 },
  'chain.address-network': { status: 422 },
  'chain.tag-invalid': { status: 422 },
  'chain.amount-invalid': { status: 422 },
  'chain.faucet-amount-large': { status: 422, policy: 'chain.rules' },
  'chain.faucet-used-up': { status: 200, policy: 'chain.rules' },
  'chain.faucet-experiment-off': { status: 200, policy: 'chain.rules' },
  'chain.nothing-found': { status: 404 },
} as const satisfies Record<string, RefusalRule>;

/** How one asset travels on a network. `feeNow` is in the network's fee asset, for a transfer sent now. */
export interface NetworkAssetView {
  asset: string;
  decimals: number;
  feeNow: string;
}

/** A simulated network. Amounts are decimal strings, instants milliseconds since the Unix epoch. */
export interface NetworkView {
  /** `BTC`, `ERC20`, `TRC20`, …: what calls name it. */
  network: string;
  /** `Bitcoin`, `Ethereum`: a name that is the same in every language. */
  name: string;
  assets: NetworkAssetView[];
  feeAsset: string;
  usesTag: boolean;
  blockSeconds: number;
  /** Blocks, its own included, after which a transfer is final. */
  confirmations: number;
  height: number;
  /** An address of this network, of the outside wallet that the faucet sends from. */
  faucetAddress: string;
}

export const CHAIN_STATUSES = ['mempool', 'mined', 'dropped'] as const;
export type ChainStatus = (typeof CHAIN_STATUSES)[number];

/** A transfer as the explorer shows it. Nothing in it says whose an address is. */
export interface ChainTransactionView {
  network: string;
  hash: string;
  asset: string;
  from: string;
  to: string;
  tag: string | null;
  amount: string;
  fee: string;
  feeAsset: string;
  /** `dropped`: something else of the same sender was mined in its place (`replacedBy`). */
  status: ChainStatus;
  /** From 0 in the mempool to `confirmationsNeeded`, where it is final. */
  confirmations: number;
  confirmationsNeeded: number;
  blockHeight: number | null;
  blockHash: string | null;
  minedAt: number | null;
  seenAt: number;
  replacedBy: string | null;
}

/** One transfer with every block that it has been in, those that a reorganisation took back among them; oldest first. */
export interface ChainTransactionDetail extends ChainTransactionView {
  inclusions: { height: number; hash: string; at: number; reorganisedAt: number | null }[];
}

export interface ChainBlockView {
  network: string;
  height: number;
  hash: string;
  parentHash: string;
  at: number;
  transactions: number;
  /** Blocks on it, itself included, up to `confirmationsNeeded`. */
  confirmations: number;
  confirmationsNeeded: number;
  /** `true` for a block that a reorganisation took out of the chain. */
  reorganised: boolean;
}

export interface ChainBlockDetail extends ChainBlockView {
  transfers: ChainTransactionView[];
  /** Blocks that stood at this height before a reorganisation, oldest first; for one of them the block that stands there now. */
  others: ChainBlockView[];
}

export interface ChainOverview {
  network: string;
  height: number;
  /** Newest first. Empty blocks are blocks too. */
  blocks: ChainBlockView[];
  /** Newest first, the mempool before everything mined. */
  transfers: ChainTransactionView[];
  mempool: number;
  lastReorganisation: { height: number; depth: number; at: number } | null;
}

export interface ChainAddressView {
  network: string;
  address: string;
  /** What it holds on the chain now, mempool not counted; decimal strings. */
  balances: { asset: string; amount: string }[];
  /** Newest first, at most 50. */
  transfers: ChainTransactionView[];
}

export const CHAIN_HIT_KINDS = ['block', 'transaction', 'address'] as const;
/** Where a search leads: `key` is the height, the hash or the address. */
export interface ChainHit {
  kind: (typeof CHAIN_HIT_KINDS)[number];
  network: string;
  key: string;
}

/** A network as staff watch it. Amounts are decimal strings. */
export interface StaffChainView {
  network: string;
  name: string;
  height: number;
  /** Blocks that are due and not mined yet: more than a few say that the simulator stands still. */
  behindBlocks: number;
  mempool: number;
  lastReorganisation: { height: number; depth: number; at: number } | null;
  hotWallet: string;
  /** `beyond`: what came to the platform's wallets, less what went, besides the endowment. `hot`: in the hot wallet alone. */
  custody: { asset: string; held: string; endowment: string; beyond: string; hot: string }[];
}

const network = z.string().min(2).max(16);
const address = z.string().trim().min(1).max(128);

export const getNetworksQuery = z.strictObject({ ...commonFields });
export const getChainOverviewQuery = z.strictObject({
  ...commonFields,
  network,
  /** Blocks below this height. */
  before: z.coerce.number().int().min(0).optional(),
  limit: z.coerce.number().int().min(1).max(100).default(20),
});
/** By height, or by the hash of any block that ever stood there. */
export const getChainBlockQuery = z.strictObject({ ...commonFields, network, block: z.string().trim().min(1).max(80) });
export const getChainTransactionQuery = z.strictObject({
  ...commonFields,
  network,
  hash: z.string().trim().min(1).max(80),
});
export const getChainAddressQuery = z.strictObject({ ...commonFields, network, address });
export const searchChainQuery = z.strictObject({ ...commonFields, query: z.string().trim().min(1).max(128) });

/**
 * Experiments that the outside wallet offers. `double-spend`: it announces the transfer, and spends the same money elsewhere
 * before a block takes it in, so that the transfer is dropped.
 */
export const FAUCET_EXPERIMENTS = ['none', 'double-spend'] as const;

/** The outside wallet, played by whoever asks: it sends to any address of the network. */
export const useFaucetBody = z.strictObject({
  ...commonFields,
  network,
  asset: z.string().min(2).max(12),
  address,
  tag: z.string().trim().max(20).default(''),
  amount: decimalText,
  experiment: z.enum(FAUCET_EXPERIMENTS).default('none'),
});

export interface FaucetAnswer {
  transaction: ChainTransactionView;
  /** How often the person may use the faucet today (UTC) after this. */
  leftToday: number;
}
