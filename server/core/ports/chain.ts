import type { Instant } from '../clock.js';
import type { Amount } from '../../../shared/money.js';
import { refuse, type Refusal } from '../refusal.js';

/** A network outside, simulated: what it moves, and when a transfer counts as final. */
export interface ChainNetwork {
  /** `BTC`, `ERC20`, `TRC20`, …: as people and policies name it. */
  readonly id: string;
  /** Assets that it moves, with their decimals: `[['USDT', 6], ['ETH', 18]]`. The first native one pays its fees. */
  readonly assets: readonly (readonly [asset: string, decimals: number])[];
  readonly feeAsset: string;
  /** Addresses are shared and a tag (memo) names the person. */
  readonly usesTag: boolean;
  readonly blockSeconds: number;
  /** Blocks, its own included, after which a transfer is final: a reorganisation never reaches so deep. */
  readonly confirmations: number;
}

/** `network`: a good address of another network (`params.network` names it). Pure; each network's own format and checksum. */
export type AddressProblem = 'format' | 'checksum' | 'network';

/** A transfer as the network shows it now. A reorganisation may take it back to the mempool; its hash stays. */
export interface ChainTransfer {
  readonly network: string;
  readonly hash: string;
  readonly asset: string;
  readonly from: string;
  readonly to: string;
  readonly tag: string | null;
  readonly amount: Amount;
  /** In the network's fee asset, paid by the sender. */
  readonly fee: Amount;
  /** `dropped`: it will never be mined; something else was mined in its place. */
  readonly status: 'mempool' | 'mined' | 'dropped';
  readonly blockHeight: number | null;
  /** 0 in the mempool; never more than the network's `confirmations`, where it is final. */
  readonly confirmations: number;
  readonly seenAt: Instant;
}

/** That something about a transfer has changed: read it again. `sequence` counts from 1 over all networks without going back. */
export interface ChainChange {
  readonly sequence: number;
  readonly network: string;
  readonly hash: string;
}

/** What the platform's own wallets hold on a network: users' deposit addresses and the hot wallet together. */
export interface ChainCustody {
  readonly network: string;
  readonly asset: string;
  readonly held: Amount;
  /** What the hot wallet was given at the beginning, before any user; it belongs to no user. */
  readonly endowment: Amount;
}

/**
 * The chains outside, as the platform sees them: it cannot change what they hold, only look and send.
 * Unknown networks and assets are our own mistakes and throw; forms check them before.
 */
export abstract class SimulatedChain {
  abstract networks(): readonly ChainNetwork[];
  abstract network(id: string): ChainNetwork | undefined;
  /** Pure and at once; `undefined` when the address is one of this network. */
  abstract addressProblem(
    networkId: string,
    address: string,
  ): { problem: AddressProblem; network?: string } | undefined;
  /** How an address is written when it is compared: one address, one text. */
  abstract normalAddress(networkId: string, address: string): string;
  /** From the platform's extended public key: the same index gives the same address for ever; watched from then on. */
  abstract depositAddress(networkId: string, index: number): { address: string; tag: string | null };
  /** Answers when every address that was handed out is looked at: before, none may be given to anybody. */
  abstract watched(): Promise<void>;
  /** Where payouts leave from. Everybody sees it on the network, so anybody can send something there. */
  abstract hotWallet(networkId: string): string;
  abstract transfer(networkId: string, hash: string): Promise<ChainTransfer | undefined>;
  /** Every transfer to the platform's deposit addresses or from its hot wallet that changed after `sequence`, in order. */
  abstract changes(after: number, limit: number): Promise<readonly ChainChange[]>;
  /** Sends from the hot wallet. The same key again gives the same transfer and sends nothing. */
  abstract send(payout: {
    key: string;
    networkId: string;
    asset: string;
    to: string;
    tag: string | null;
    amount: Amount;
  }): Promise<ChainTransfer>;
  /** What a payout costs now, in the network's fee asset. */
  abstract fee(networkId: string, asset: string): Promise<Amount>;
  abstract custody(): Promise<readonly ChainCustody[]>;
}

/** For forms: why a person may not use this address on this network, or `undefined`. An unknown network is refused too. */
export function addressRefusal(
  chain: Pick<SimulatedChain, 'network' | 'addressProblem'>,
  network: string,
  address: string,
): Refusal | undefined {
  if (chain.network(network) === undefined) return refuse('chain.network-unknown', { network, field: 'network' });
  const found = chain.addressProblem(network, address);
  if (found === undefined) return undefined;
  if (found.problem === 'network')
    return refuse('chain.address-network', { network, other: found.network ?? '', field: 'address' });
  return found.problem === 'format'
    ? refuse('chain.address-format', { network, field: 'address' })
    : refuse('chain.address-checksum', { network, field: 'address' });
}

/** For forms: why this tag cannot be written on a transfer of this network. Only networks with tags take one, and may do without. */
export function tagRefusal(network: Pick<ChainNetwork, 'id' | 'usesTag'>, tag: string): Refusal | undefined {
  const fits = tag === '' || (network.usesTag && /^(0|[1-9]\d{0,9})$/.test(tag) && BigInt(tag) < 2n ** 32n);
  return fits ? undefined : refuse('chain.tag-invalid', { network: network.id, field: 'tag' });
}
