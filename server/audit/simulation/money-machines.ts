import { amount, format } from '../../../shared/money.js';
import type { Rng } from '../../core/rng.js';
import { depositAddressKind } from '../../features/deposit/address.decider.js';
import { depositKind, openProofOf } from '../../features/deposit/deposit.decider.js';
import { withdrawalKind } from '../../features/withdrawal/withdrawal.decider.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import { channelOf } from './money-people.js';
import { CONFIRMATIONS, FEE_ASSET, NETWORK, NETWORK_FEE, type Outside } from './outside.js';
import type { SimulatedCommand } from './people.js';

interface Parts {
  readonly rng: Rng;
  readonly realm: MemoryRealm;
  readonly outside: Outside;
  readonly execute: (command: SimulatedCommand) => unknown;
}

/** What runs by itself between the platform and the world outside: the deposit watcher, the payout runner. */
export class MoneyMachines {
  constructor(private readonly parts: Parts) {}

  /** What the watchers do, with their crashes: news is read late, twice, and by two servers. */
  readNews(): void {
    const { rng, outside } = this.parts;
    for (let n = rng.between(1, 6); n > 0 && outside.news.length > 0; n -= 1) {
      const hash = (rng.chance(0.2) ? outside.news[0] : outside.news.shift()) as string;
      this.note(hash);
      if (rng.chance(0.2)) this.note(hash);
    }
  }

  note(hash: string): void {
    const transfer = this.parts.outside.transfers.get(hash);
    if (transfer === undefined || transfer.addressId === null) return;
    const { addressId, asset, amount: moved, status, blockHeight, confirmations } = transfer;
    const key = `${NETWORK}:${hash}`;
    const { userId: owner } = this.parts.realm.state(depositAddressKind, addressId);
    const openProof = openProofOf(this.parts.realm.state(depositKind, key));
    const now = { status, blockHeight, confirmations };
    const data = { key, hash, addressId, owner, openProof, ...now, amount: format(moved), channel: channelOf(asset) };
    this.parts.execute({ type: 'NoteDeposit', data, actor: 'policy:deposit-watcher' });
  }

  /** The payout runner, which may die between each two of its steps. */
  payOut(crashes = true): void {
    for (const withdrawalId of idsOf(this.parts.realm, 'WithdrawalApproved', 'withdrawalId')) {
      const state = this.parts.realm.state(withdrawalKind, withdrawalId);
      if (state.request === null || (state.status !== 'approved' && state.status !== 'sent')) continue;
      const { userId, kind, currency, credited } = state.request;
      const dies = (): boolean => crashes && this.parts.rng.chance(0.2);
      const paused = crashes && this.parts.rng.chance(0.05);
      this.parts.execute({
        type: 'BeginWithdrawalPayout',
        data: { withdrawalId, userId, paused },
        actor: 'policy:payouts',
      });
      const now = this.parts.realm.state(withdrawalKind, withdrawalId);
      if (now.request === null || !now.begun || dies()) continue;
      if (kind === 'bank') this.parts.outside.pay(withdrawalId, amount(credited));
      else this.parts.outside.send(withdrawalId, currency, amount(credited));
      if (dies()) continue;
      const hash = this.parts.outside.payoutOf(withdrawalId)?.hash ?? null;
      const sent = { withdrawalId, hash, reference: kind === 'bank' ? withdrawalId : null };
      this.parts.execute({ type: 'RecordWithdrawalSent', data: sent, actor: 'policy:payouts' });
      this.settle(withdrawalId);
    }
  }

  private settle(withdrawalId: string): void {
    const transfer = this.parts.outside.payoutOf(withdrawalId);
    const payout = this.parts.outside.payouts.get(withdrawalId);
    const isFinal = transfer !== undefined && transfer.confirmations >= CONFIRMATIONS;
    const isOver = payout !== undefined && payout.status !== 'ordered';
    if (!isFinal && !isOver) return;
    const networkFee = isFinal ? { asset: FEE_ASSET, amount: format(NETWORK_FEE) } : null;
    const data = { withdrawalId, outcome: payout?.status === 'returned' ? 'returned' : 'paid', networkFee };
    this.parts.execute({ type: 'SettleWithdrawal', data, actor: 'policy:payouts' });
    if (this.parts.rng.chance(0.3)) this.parts.execute({ type: 'SettleWithdrawal', data, actor: 'policy:payouts' });
  }
}

/** What the events of a type call something, in order. */
export function idsOf({ events }: MemoryRealm, type: string, name: string): string[] {
  const ofType = events.filter((event) => event.type === type);
  return ofType.map(({ data }) => String((data as Record<string, unknown>)[name]));
}
