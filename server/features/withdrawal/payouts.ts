import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { type BankPayout, SimulatedBank } from '../../core/ports/bank.js';
import { type ChainTransfer, SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands } from '../../core/command.js';
import { Refused } from '../../core/refusal.js';
import { amount, format } from '../../../shared/money.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isAway } from '../../engine/history/away.js';
import { Writers } from '../../engine/writer/writers.js';
import { BeginWithdrawalPayout, RecordWithdrawalSent, SettleWithdrawal } from './withdrawal.commands.js';
import { withdrawalKind } from './withdrawal.decider.js';
import { PayeeSealer } from './withdrawal.payee.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import type { WithdrawalRow } from './withdrawals.projection.js';

const PAGE = 100;
const ACTOR = 'system:payouts';

/**
 * Pays out approved requests. The history decides what to pay. The order goes out under the request's id, which chain and bank
 * carry out once, and only then is it recorded. After a crash any server repeats it under the same id and gets the same transfer.
 */
@Injectable()
export class Payouts {
  /** Payouts that began in this process and have no recorded end: checked in every round, also during a pause. */
  private readonly unfinished = new Set<string>();
  /** Everything that had begun before this process is known. */
  private hasLooked = false;

  constructor(
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly query: WithdrawalQuery,
    private readonly sealer: PayeeSealer,
    private readonly chain: SimulatedChain,
    private readonly bank: SimulatedBank,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  /**
   * Everything that may go out now, and the end of what went out before and could not be written down. In a pause nothing
   * begins, so all that waits is left alone until it ends.
   * @throws {Error} when some could not go out (the hot wallet holds too little), after all others have gone, and at once when
   * the writer is away
   */
  async payAll(): Promise<void> {
    const { query, policies } = this;
    await query.isUpToDate();
    const { paused } = policies.inForce('withdrawal.pause').values;
    const failures: unknown[] = [];
    const trying = async (work: () => Promise<unknown>): Promise<void> => {
      try {
        await work();
      } catch (error) {
        if (error instanceof Refused && isAway(error)) throw error;
        failures.push(error);
      }
    };
    for (const id of [...this.unfinished]) await trying(() => this.finish(id, paused));
    for (let after = this.hasLooked && paused ? undefined : 0; after !== undefined;) {
      const rows: WithdrawalRow[] = await query.payable(after, PAGE);
      for (const row of rows) if (!this.unfinished.has(row.withdrawalId)) await trying(() => this.pay(row, paused));
      after = rows.length < PAGE ? undefined : rows.at(-1)?.position;
    }
    this.hasLooked = true;
    if (failures.length > 0) throw new Error(`${waiting(failures.length)}, the first: ${String(failures[0])}`);
  }

  /** Follows up all sent payouts: a feed may have passed their change before the hash was stored. False as in `followUp`. */
  async followUpAll(): Promise<boolean> {
    for (let after = 0; ;) {
      const rows = await this.query.sent(after, PAGE);
      for (const row of rows) if (!(await this.followUp(row))) return false;
      const last = rows.at(-1);
      if (last === undefined || rows.length < PAGE) return true;
      after = last.position;
    }
  }

  /**
   * Settles a payout once chain or bank have a final state; false only when the writer could not take it now.
   * @throws {Refused} when another server writes
   */
  async followUp({ withdrawalId: id, kind, network, hash }: WithdrawalRow): Promise<boolean> {
    if (kind === 'bank') {
      const payout = await this.bank.payout(id);
      return payout === undefined || this.settle(bankOutcome(payout));
    }
    const transfer = await this.chain.transfer(network, hash);
    return transfer === undefined || this.settle(this.chainOutcome(id, transfer));
  }

  /** Started payouts: sent again under the same id if unrecorded, followed up if recorded. */
  private async finish(id: string, paused: boolean): Promise<void> {
    const row = await this.query.row(id);
    if (row?.status === 'approved') return this.pay(row, paused);
    if (row?.status !== 'sent' || (await this.followUp(row))) this.unfinished.delete(id);
  }

  private async pay(row: WithdrawalRow, paused: boolean): Promise<void> {
    const { writers, commands } = this;
    const { withdrawalId, userId } = row;
    const context = await this.context(withdrawalId);
    const begun = await commands.execute(new BeginWithdrawalPayout(context, { withdrawalId, userId, paused }));
    if (!begun.ok && begun.refusal.refusal === 'request.unavailable')
      throw new Refused(BeginWithdrawalPayout.type, begun.refusal);
    if (!begun.ok) return;
    // Paused or frozen since it began: the order under this id may be out already, so it is followed up.
    const state = await writers.read('real', withdrawalKind, withdrawalId);
    if (state.request === null || state.status !== 'approved' || !state.begun) return;
    this.unfinished.add(withdrawalId);
    if (await this.order(row)) this.unfinished.delete(withdrawalId);
  }

  /** False when what happened could not be written down to the end. */
  private async order(row: WithdrawalRow): Promise<boolean> {
    const { withdrawalId, userId, currency: asset, network: networkId } = row;
    const payee = await this.sealer.open(userId, row.sealedPayee);
    if (payee === null) throw new Error(`nobody can be paid for ${withdrawalId}`);
    const sum = amount(row.credited);
    if (payee.details !== undefined) {
      const payout = await this.bank.pay({ key: withdrawalId, userId, amount: sum, to: payee.details });
      const sent = { withdrawalId, hash: null, reference: payout.reference };
      return (await this.record(sent)) && this.settle(bankOutcome(payout));
    }
    const { address: to, tag } = payee;
    const transfer = await this.chain.send({ key: withdrawalId, networkId, asset, to, tag, amount: sum });
    const sent = { withdrawalId, hash: transfer.hash, reference: null };
    return (await this.record(sent)) && this.settle(this.chainOutcome(withdrawalId, transfer));
  }

  /** False when the writer could not take it: a later round retries. */
  private async settle(outcome: SettleWithdrawal['data'] | undefined): Promise<boolean> {
    if (outcome === undefined) return true;
    const context = await this.context(outcome.withdrawalId);
    return (await this.commands.execute(new SettleWithdrawal(context, outcome))).ok;
  }

  /** False as above. */
  private async record(sent: RecordWithdrawalSent['data']): Promise<boolean> {
    const context = await this.context(sent.withdrawalId);
    return (await this.commands.execute(new RecordWithdrawalSent(context, sent))).ok;
  }

  private async context(withdrawalId: string): Promise<CommandContext> {
    const { cause } = await this.writers.read('real', withdrawalKind, withdrawalId);
    return { realm: 'real', at: this.clock.now(), actor: ACTOR, requestToken: { cause } };
  }

  /** Final where a reorganisation no longer reaches; a dropped one will never be mined. */
  private chainOutcome(withdrawalId: string, transfer: ChainTransfer): SettleWithdrawal['data'] | undefined {
    const { status, confirmations, fee } = transfer;
    if (status === 'dropped') return { withdrawalId, outcome: 'returned', networkFee: null };
    const network = this.chain.network(transfer.network);
    if (status !== 'mined' || network === undefined || confirmations < network.confirmations) return undefined;
    return { withdrawalId, outcome: 'paid', networkFee: { asset: network.feeAsset, amount: format(fee) } };
  }
}

const waiting = (count: number): string => (count === 1 ? '1 payout waits' : `${count} payouts wait`);

function bankOutcome({ key, status }: BankPayout): SettleWithdrawal['data'] | undefined {
  if (status === 'ordered') return undefined;
  return { withdrawalId: key, outcome: status === 'settled' ? 'paid' : 'returned', networkFee: null };
}
