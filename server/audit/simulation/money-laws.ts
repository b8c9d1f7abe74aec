import type { RecordedEvent } from '../../core/event.js';
import { amount, format } from '../../../shared/money.js';
import { c2cKind } from '../../features/c2c/c2c.decider.js';
import type { C2cCompleted } from '../../features/c2c/c2c.events.js';
import type { WithdrawalRequested } from '../../features/withdrawal/withdrawal.events.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { MemoryRealm } from '../../engine/writer/memory-realm.js';
import type { LedgerLaws } from './ledger-laws.js';
import { CONFIRMATIONS, type Outside } from './outside.js';
import { Violation } from './violation.js';

const DEPOSIT_ENDS = ['DepositCredited', 'DepositFailed', 'DepositProofAccepted', 'DepositProofRejected'];
const WITHDRAWAL_ENDS = ['WithdrawalPaid', 'WithdrawalReturned', 'WithdrawalRejected', 'WithdrawalCancelled'];

interface Ids {
  readonly requestId: string;
  readonly staffId: string;
  readonly userId: string;
  readonly withdrawalId: string;
  readonly depositId: string;
  readonly key: string;
  readonly orderId: string;
  readonly amount: string;
}

/** What money in and out must obey after every command, counted from the events and from what lies outside alone. */
export class MoneyLaws {
  private readonly requests = new Map<string, WithdrawalRequested>();
  private readonly approvers = new Map<string, Set<string>>();
  /** How each deposit, withdrawal and order has ended so far. */
  private readonly ends = new Map<string, string>();
  private readonly opened = new Set<string>();

  constructor(
    private readonly realm: MemoryRealm,
    private readonly ledger: LedgerLaws,
    private readonly outside: Outside,
    /** Whose requests a member of the staff may not decide. */
    private readonly ownOf: (staffId: string) => string,
  ) {}

  /** Everything is decided, mined and settled: each request has ended once, and the books say what lies outside. */
  atRest(): void {
    for (const id of this.opened) if (!this.ends.has(id)) throw new Violation(`${id} has not ended`);
    const assets = new Set([...this.outside.custody.keys(), 'USDT', 'ETH']);
    for (const asset of assets) {
      const held = this.outside.custody.get(asset) ?? 0n;
      const booked = -this.ledger.balanceOf(`${HOUSE.chain.account} ${asset}`);
      if (held !== booked) throw new Violation(`${format(held)} ${asset} lie outside, the books say ${format(booked)}`);
    }
    const settled = [...this.outside.payouts.values()].filter(({ status }) => status === 'settled');
    const paid = settled.reduce((sum, payout) => sum + payout.amount, 0n);
    if (paid !== this.ledger.balanceOf(`${HOUSE.bank.account} USDT`))
      throw new Violation(`the bank paid out ${format(paid)}, the books say otherwise`);
  }

  get endings(): ReadonlyMap<string, string> {
    return this.ends;
  }

  take(event: RecordedEvent): void {
    const { type, data: fact } = event;
    const data = fact as Ids;
    if (['ReviewApproved', 'ReviewSeconded', 'ReviewRejected'].includes(type) && this.ends.has(data.requestId))
      throw new Violation(`${data.requestId} ended by ${this.ends.get(data.requestId)} and was decided after`);
    if (type === 'ReviewApproved' || type === 'ReviewSeconded') this.approved(data);
    if (type === 'WithdrawalRequested') this.requested(fact as WithdrawalRequested);
    if (type === 'WithdrawalApproved') this.enoughEyes(data.withdrawalId);
    if (type === 'DepositSeen' || type === 'DepositProofSubmitted') this.opened.add(data.depositId);
    if (type === 'DepositCredited' || type === 'DepositProofAccepted') this.chainFact(data);
    if (type === 'C2cOrderPlaced') this.opened.add(data.orderId);
    if (type === 'C2cCompleted') this.bankFact(fact as C2cCompleted);
    if (DEPOSIT_ENDS.includes(type)) this.end(data.depositId, type);
    if (WITHDRAWAL_ENDS.includes(type)) this.end(data.withdrawalId, type);
    if (type === 'C2cCompleted' || type === 'C2cRejected' || type === 'C2cExpired') this.end(data.orderId, type);
    // Contesting a rejection and reinstating an expired order take the end back: nothing was paid by either.
    if (type === 'C2cAppealed' || type === 'C2cReinstated') this.ends.delete(data.orderId);
  }

  private end(id: string, type: string): void {
    const before = this.ends.get(id);
    if (before !== undefined) throw new Violation(`${id} ended by ${before} and again by ${type}`);
    this.ends.set(id, type);
  }

  private requested(request: WithdrawalRequested): void {
    this.opened.add(request.withdrawalId);
    this.requests.set(request.withdrawalId, request);
  }

  private approved({ requestId, staffId, userId }: Ids): void {
    if (this.ownOf(staffId) === userId) throw new Violation(`${staffId} approved his own ${requestId}`);
    const approvers = this.approvers.get(requestId) ?? new Set();
    if (approvers.has(staffId)) throw new Violation(`${staffId} approved ${requestId} twice`);
    this.approvers.set(requestId, approvers.add(staffId));
  }

  private enoughEyes(withdrawalId: string): void {
    const request = this.requests.get(withdrawalId);
    if (request === undefined) throw new Violation(`${withdrawalId} was approved and never requested`);
    const needed = amount(request.valueUsdt) >= amount(String(request.policy.inputs['fourEyesFrom'])) ? 2 : 1;
    const eyes = this.approvers.get(withdrawalId)?.size ?? 0;
    if (eyes < needed) throw new Violation(`${withdrawalId} needs ${needed} approvals and had ${eyes}`);
  }

  private chainFact({ key, amount: credited }: Ids): void {
    const transfer = this.outside.transfers.get(key.slice(key.lastIndexOf(':') + 1));
    if (transfer === undefined || transfer.addressId === null || transfer.confirmations < CONFIRMATIONS)
      throw new Violation(`${key} was credited, and no such transfer is final`);
    if (transfer.amount !== amount(credited)) throw new Violation(`${key} was credited with ${credited}`);
  }

  private bankFact({ orderId }: C2cCompleted): void {
    const order = this.realm.state(c2cKind, orderId);
    if (order.status === 'none') throw new Violation(`${orderId} was completed and never placed`);
    const arrived = this.outside.wires.get(order.reference) ?? [];
    const sum = arrived
      .filter(({ currency }) => currency === order.currency)
      .reduce((all, w) => all + amount(w.amount), 0n);
    if (sum < amount(order.payAmount)) throw new Violation(`${orderId} was credited for ${format(sum)} at the bank`);
  }
}
