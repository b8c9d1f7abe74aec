import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { BankPayout, SimulatedBank } from '../../core/bank.js';
import type { ChainTransfer, SimulatedChain } from '../../core/chain.js';
import type { Clock } from '../../core/clock.js';
import { amount, format } from '../../core/money.js';
import type { PolicySource } from '../../core/policy.js';
import type { Writers } from '../../writer/writers.js';
import type { SettleWithdrawal } from './withdrawal.commands.js';
import { withdrawalKind } from './withdrawal.decider.js';
import type { PayeeKeeper } from './withdrawal.payee.js';
import type { WithdrawalQuery, WithdrawalRow } from './withdrawal.query.js';

const PAGE = 100;
const ACTOR = 'policy:payouts';

export interface PayoutParts {
  readonly writers: Writers;
  readonly query: WithdrawalQuery;
  readonly keeper: PayeeKeeper;
  readonly chain: SimulatedChain;
  readonly bank: SimulatedBank;
  readonly policies: PolicySource<KnownPolicies>;
  readonly clock: Clock;
}

/**
 * Pays out what was approved. It holds nothing in memory: what to pay is what the history says is approved, the order goes out
 * under the request's id, which chain and bank carry out once, and only then is it written down. Whatever dies in between, and
 * whichever server goes on, asks again under the same id and gets the same transfer.
 */
export class Payouts {
  constructor(private readonly parts: PayoutParts) {}

  /**
   * Everything that may go out now; answers how many went. What is held up (a pause, a frozen account) is looked at again.
   * @throws {Error} when some could not go out (the hot wallet holds too little), after all others have gone
   */
  async payAll(): Promise<number> {
    let paid = 0;
    const failures: unknown[] = [];
    await this.parts.query.isUpToDate();
    for (let after = 0; ;) {
      const rows = await this.parts.query.moving('approved', after, PAGE);
      for (const row of rows) {
        try {
          if (await this.pay(row)) paid += 1;
        } catch (error) {
          failures.push(error);
        }
      }
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) break;
      after = last.position;
    }
    if (failures.length > 0) throw new Error(`${waiting(failures.length)}, the first: ${String(failures[0])}`);
    return paid;
  }

  /** Asks about everything that is on its way: what a feed told while nobody knew the transfer's hash. False as `askAfter` is. */
  async askAfterAll(): Promise<boolean> {
    for (let after = 0; ;) {
      const rows = await this.parts.query.moving('sent', after, PAGE);
      for (const row of rows) if (!(await this.askAfter(row))) return false;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return true;
      after = last.position;
    }
  }

  /** Settles it when chain or bank say something for good; true unless the writer could not take it now. */
  async askAfter({ id, kind, network, hash }: WithdrawalRow): Promise<boolean> {
    if (kind === 'bank') {
      const payout = await this.parts.bank.payout(id);
      return payout === undefined || this.settle(bankOutcome(payout));
    }
    const transfer = await this.parts.chain.transfer(network, hash);
    return transfer === undefined || this.settle(this.chainOutcome(id, transfer));
  }

  private async pay(row: WithdrawalRow): Promise<boolean> {
    const { writers, policies, keeper } = this.parts;
    const { id: withdrawalId, userId } = row;
    const { paused } = policies.inForce('withdrawal.pause').values;
    const begun = await this.execute('BeginWithdrawalPayout', { withdrawalId, userId, paused });
    if (!begun) return false;
    // Paused or frozen since it began: the order under this id may be out already, so it is followed up.
    const state = await writers.read('real', withdrawalKind, withdrawalId);
    if (state.request === null || state.status !== 'approved' || !state.begun) return false;
    const payee = await keeper.open(userId, row.sealedPayee);
    if (payee === null) throw new Error(`nobody can be paid for ${withdrawalId}`);
    const sum = amount(row.credited);
    if (payee.details !== undefined) {
      const payout = await this.parts.bank.pay({ key: withdrawalId, userId, amount: sum, to: payee.details });
      await this.execute('RecordWithdrawalSent', { withdrawalId, hash: null, reference: payout.reference });
      return this.settle(bankOutcome(payout));
    }
    const { currency: asset, network: networkId } = row;
    const { address: to, tag } = payee;
    const order = { key: withdrawalId, networkId, asset, to, tag, amount: sum };
    const transfer = await this.parts.chain.send(order);
    await this.execute('RecordWithdrawalSent', { withdrawalId, hash: transfer.hash, reference: null });
    return this.settle(this.chainOutcome(withdrawalId, transfer));
  }

  private async settle(wish: SettleWithdrawal | undefined): Promise<boolean> {
    return wish === undefined || this.execute('SettleWithdrawal', wish);
  }

  /** False when the decision was no, or the writer is elsewhere: somebody asks again later. */
  private async execute(type: string, data: object): Promise<boolean> {
    const { writers, clock } = this.parts;
    const result = await writers.execute('real', { type, data, at: clock.now(), actor: ACTOR });
    return result.ok;
  }

  /** Final where a reorganisation no longer reaches; a dropped one will never be mined. */
  private chainOutcome(withdrawalId: string, transfer: ChainTransfer): SettleWithdrawal | undefined {
    const { status, confirmations, fee } = transfer;
    if (status === 'dropped') return { withdrawalId, outcome: 'returned', networkFee: null };
    const network = this.parts.chain.network(transfer.network);
    if (status !== 'mined' || network === undefined || confirmations < network.confirmations) return undefined;
    return { withdrawalId, outcome: 'paid', networkFee: { asset: network.feeAsset, amount: format(fee) } };
  }
}

const waiting = (count: number): string => (count === 1 ? '1 payout waits' : `${count} payouts wait`);

function bankOutcome({ key, status }: BankPayout): SettleWithdrawal | undefined {
  if (status === 'ordered') return undefined;
  return { withdrawalId: key, outcome: status === 'settled' ? 'paid' : 'returned', networkFee: null };
}
