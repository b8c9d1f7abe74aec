import { z } from 'zod';
import { commonFields, decimalText } from './envelope.contract.js';
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

export const networkAssetView = z
  .object({
    asset: z.string(),
    decimals: z.number(),
    feeNow: z.string(),
  })
  .meta({
    id: 'NetworkAssetView',
    description: "How one asset travels on a network. `feeNow` is in the network's fee asset, for a transfer sent now.",
  });

export const networkView = z
  .object({
    network: z.string().describe('`BTC`, `ERC20`, `TRC20`, …: what calls name it.'),
    name: z.string().describe('`Bitcoin`, `Ethereum`: a name that is the same in every language.'),
    assets: z.array(networkAssetView),
    feeAsset: z.string(),
    usesTag: z.boolean(),
    blockSeconds: z.number(),
    confirmations: z.number().describe('Blocks, its own included, after which a transfer is final.'),
    height: z.number(),
    faucetAddress: z.string().describe('An address of this network, of the outside wallet that the faucet sends from.'),
  })
  .meta({
    id: 'NetworkView',
    description: 'A simulated network. Amounts are decimal strings, instants milliseconds since the Unix epoch.',
  });
export type NetworkView = z.output<typeof networkView>;

export const CHAIN_STATUSES = ['mempool', 'mined', 'dropped'] as const;

export const chainTransactionView = z
  .object({
    network: z.string(),
    hash: z.string(),
    asset: z.string(),
    from: z.string(),
    to: z.string(),
    tag: z.string().nullable(),
    amount: z.string(),
    fee: z.string(),
    feeAsset: z.string(),
    status: z
      .enum(CHAIN_STATUSES)
      .describe('`dropped`: something else of the same sender was mined in its place (`replacedBy`).'),
    confirmations: z.number().describe('From 0 in the mempool to `confirmationsNeeded`, where it is final.'),
    confirmationsNeeded: z.number(),
    blockHeight: z.number().nullable(),
    blockHash: z.string().nullable(),
    minedAt: z.number().nullable(),
    seenAt: z.number(),
    replacedBy: z.string().nullable(),
  })
  .meta({
    id: 'ChainTransactionView',
    description: 'A transfer as the explorer shows it. Nothing in it says whose an address is.',
  });
export type ChainTransactionView = z.output<typeof chainTransactionView>;

export const chainTransactionDetail = chainTransactionView
  .extend({
    inclusions: z.array(
      z.object({ height: z.number(), hash: z.string(), at: z.number(), reorganisedAt: z.number().nullable() }),
    ),
  })
  .meta({
    id: 'ChainTransactionDetail',
    description:
      'One transfer with every block that it has been in, those that a reorganisation took back among them; oldest first.',
  });
export type ChainTransactionDetail = z.output<typeof chainTransactionDetail>;

export const chainBlockView = z
  .object({
    network: z.string(),
    height: z.number(),
    hash: z.string(),
    parentHash: z.string(),
    at: z.number(),
    transactions: z.number(),
    confirmations: z.number().describe('Blocks on it, itself included, up to `confirmationsNeeded`.'),
    confirmationsNeeded: z.number(),
    reorganised: z.boolean().describe('`true` for a block that a reorganisation took out of the chain.'),
  })
  .meta({ id: 'ChainBlockView' });
export type ChainBlockView = z.output<typeof chainBlockView>;

export const chainBlockDetail = chainBlockView
  .extend({
    transfers: z.array(chainTransactionView),
    others: z
      .array(chainBlockView)
      .describe(
        'Blocks that stood at this height before a reorganisation, oldest first; for one of them the block that stands there now.',
      ),
  })
  .meta({ id: 'ChainBlockDetail' });
export type ChainBlockDetail = z.output<typeof chainBlockDetail>;

export const chainOverview = z
  .object({
    network: z.string(),
    height: z.number(),
    blocks: z.array(chainBlockView).describe('Newest first. Empty blocks are blocks too.'),
    transfers: z.array(chainTransactionView).describe('Newest first, the mempool before everything mined.'),
    mempool: z.number(),
    lastReorganisation: z.object({ height: z.number(), depth: z.number(), at: z.number() }).nullable(),
  })
  .meta({ id: 'ChainOverview' });
export type ChainOverview = z.output<typeof chainOverview>;

export const chainAddressView = z
  .object({
    network: z.string(),
    address: z.string(),
    balances: z
      .array(z.object({ asset: z.string(), amount: z.string() }))
      .describe('What it holds on the chain now, mempool not counted; decimal strings.'),
    transfers: z.array(chainTransactionView).describe('Newest first, at most 50.'),
  })
  .meta({ id: 'ChainAddressView' });
export type ChainAddressView = z.output<typeof chainAddressView>;

export const CHAIN_HIT_KINDS = ['block', 'transaction', 'address'] as const;

export const chainHit = z
  .object({
    kind: z.enum(CHAIN_HIT_KINDS),
    network: z.string(),
    key: z.string(),
  })
  .meta({ id: 'ChainHit', description: 'Where a search leads: `key` is the height, the hash or the address.' });
export type ChainHit = z.output<typeof chainHit>;

export const staffChainView = z
  .object({
    network: z.string(),
    name: z.string(),
    height: z.number(),
    behindBlocks: z
      .number()
      .describe('Blocks that are due and not mined yet: more than a few say that the simulator stands still.'),
    mempool: z.number(),
    lastReorganisation: z.object({ height: z.number(), depth: z.number(), at: z.number() }).nullable(),
    hotWallet: z.string(),
    custody: z
      .array(
        z.object({ asset: z.string(), held: z.string(), endowment: z.string(), beyond: z.string(), hot: z.string() }),
      )
      .describe(
        "`beyond`: what came to the platform's wallets, less what went, besides the endowment. `hot`: in the hot wallet alone.",
      ),
  })
  .meta({ id: 'StaffChainView', description: 'A network as staff watch it. Amounts are decimal strings.' });
export type StaffChainView = z.output<typeof staffChainView>;

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

/** The simulated outside wallet: it sends to any address of the network. */
export const useFaucetBody = z.strictObject({
  ...commonFields,
  network,
  asset: z.string().min(2).max(12),
  address,
  tag: z.string().trim().max(20).default(''),
  amount: decimalText,
  experiment: z.enum(FAUCET_EXPERIMENTS).default('none'),
});

export const faucetAnswer = z
  .object({
    transaction: chainTransactionView,
    leftToday: z.number().describe('How often the person may use the faucet today (UTC) after this.'),
  })
  .meta({ id: 'FaucetAnswer' });
export type FaucetAnswer = z.output<typeof faucetAnswer>;
