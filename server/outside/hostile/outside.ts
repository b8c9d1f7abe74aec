import { amount, format, type Amount } from '../../../shared/money.js';
import type { Rng } from '../../core/rng.js';
import { Violation } from '../../core/violation.js';

/** A transfer on the one network of the simulation: to an address of the platform, or out of its hot wallet. */
interface OutsideTransfer {
  readonly hash: string;
  readonly asset: string;
  readonly amount: Amount;
  /** The address's stream, for one that comes in; `null` for a payout. */
  readonly addressId: string | null;
  status: 'mempool' | 'mined' | 'dropped';
  blockHeight: number | null;
  confirmations: number;
}

interface OutsidePayout {
  readonly key: string;
  readonly amount: Amount;
  status: 'ordered' | 'settled' | 'returned';
}

interface OutsideWire {
  readonly id: string;
  readonly toAccount: string;
  readonly amount: string;
  readonly currency: string;
  readonly arrivedAt: number;
}

export const NETWORK = 'ERC20';
export const CONFIRMATIONS = 4;
export const FEE_ASSET = 'ETH';
export const NETWORK_FEE = amount('0.0003');

/**
 * Chain and bank as a hostile seed would have them: blocks are taken back whenever that is possible at all, transfers are
 * dropped, payouts come back. It counts for itself what the platform holds outside.
 */
export class Outside {
  readonly transfers = new Map<string, OutsideTransfer>();
  readonly payouts = new Map<string, OutsidePayout>();
  readonly wires = new Map<string, OutsideWire[]>();
  /** Hashes whose state has changed since the platform looked. */
  readonly news: string[] = [];
  /** What the platform's wallets hold, by what is final; the endowment not counted. */
  readonly custody = new Map<string, Amount>();
  private readonly sentFor = new Map<string, OutsideTransfer>();
  private height = 100;
  private made = 0;

  constructor(private readonly rng: Rng) {}

  arrive(addressId: string, asset: string, sum: Amount): OutsideTransfer {
    return this.broadcast(asset, sum, addressId);
  }

  /** As the port promises: the same key gives the same transfer. */
  send(key: string, asset: string, sum: Amount): OutsideTransfer {
    const before = this.sentFor.get(key);
    if (before !== undefined) {
      if (before.asset !== asset || before.amount !== sum) throw new Violation(`${key} is paid twice, differently`);
      return before;
    }
    const transfer = this.broadcast(asset, sum, null);
    this.sentFor.set(key, transfer);
    return transfer;
  }

  payoutOf(key: string): OutsideTransfer | undefined {
    return this.sentFor.get(key);
  }

  pay(key: string, sum: Amount): OutsidePayout {
    const payout = this.payouts.get(key) ?? { key, amount: sum, status: 'ordered' };
    if (payout.amount !== sum) throw new Violation(`${key} is paid twice, differently`);
    this.payouts.set(key, payout);
    return payout;
  }

  settle(payout: OutsidePayout): void {
    if (payout.status === 'ordered') payout.status = this.rng.chance(0.2) ? 'returned' : 'settled';
  }

  wire(reference: string, toAccount: string, sum: Amount, currency: string, arrivedAt: number): void {
    const id = `wire-${(this.made += 1)}`;
    const wires = this.wires.get(reference) ?? [];
    this.wires.set(reference, [...wires, { id, toAccount, amount: format(sum), currency, arrivedAt }]);
  }

  /** One more block: some of what waits is in it. */
  mine(share = 0.6): void {
    this.height += 1;
    for (const transfer of this.transfers.values()) {
      if (transfer.status === 'mempool' && this.rng.chance(share)) {
        transfer.status = 'mined';
        transfer.blockHeight = this.height;
      }
      this.confirm(transfer);
    }
  }

  /** The last blocks never were, as many as may be: what is final stays. A payout of ours is never dropped by others. */
  reorganise(): void {
    const depth = this.rng.between(1, CONFIRMATIONS - 1);
    for (const transfer of this.transfers.values()) {
      const { blockHeight, confirmations } = transfer;
      if (blockHeight === null || confirmations >= CONFIRMATIONS || blockHeight <= this.height - depth) continue;
      const isDropped = transfer.addressId !== null && this.rng.chance(0.2);
      Object.assign(transfer, { status: isDropped ? 'dropped' : 'mempool', blockHeight: null, confirmations: 0 });
      this.news.push(transfer.hash);
    }
  }

  private broadcast(asset: string, sum: Amount, addressId: string | null): OutsideTransfer {
    const hash = (this.made += 1).toString(16).padStart(64, '0');
    const waiting = { status: 'mempool', blockHeight: null, confirmations: 0 } as const;
    const transfer: OutsideTransfer = { hash, asset, amount: sum, addressId, ...waiting };
    this.transfers.set(hash, transfer);
    this.news.push(hash);
    return transfer;
  }

  private confirm(transfer: OutsideTransfer): void {
    const { blockHeight, confirmations, asset, addressId, hash } = transfer;
    if (blockHeight === null || confirmations >= CONFIRMATIONS) return;
    transfer.confirmations = Math.min(CONFIRMATIONS, this.height - blockHeight + 1);
    if (transfer.confirmations !== confirmations) this.news.push(hash);
    if (transfer.confirmations < CONFIRMATIONS) return;
    if (addressId !== null) return this.hold(asset, transfer.amount);
    this.hold(asset, -transfer.amount);
    this.hold(FEE_ASSET, -NETWORK_FEE);
  }

  private hold(asset: string, change: Amount): void {
    this.custody.set(asset, (this.custody.get(asset) ?? 0n) + change);
  }
}
