import { format } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import { HOUSE } from '../../engine/ledger/chart.js';
import type { Outside } from '../../outside/hostile/outside.js';
import type { SimulatedRequests, Simulation } from '../../features/simulation.js';
import { Violation } from '../../core/violation.js';
import type { LedgerLaws } from './ledger-laws.js';

interface Reviewed {
  readonly requestId: string;
  readonly staffId: string;
  readonly userId: string;
}

/** What requests obey after every command, counted from the events and from what lies outside alone. */
export class RequestLaws {
  private readonly approvers = new Map<string, Set<string>>();
  /** How each request has ended so far. */
  private readonly ends = new Map<string, string>();
  private readonly opened = new Set<string>();
  /** USDT that the bank took for us. */
  private cameIn = 0n;

  constructor(
    private readonly nouns: readonly Simulation[],
    private readonly ledger: LedgerLaws,
    private readonly outside: Outside,
    /** Whose requests a member of the staff may not decide. */
    private readonly ownOf: (staffId: string) => string,
  ) {}

  /** Everything is decided, mined and settled: each request has ended once, and the books match bank and chain. */
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
    if (paid - this.cameIn !== this.ledger.balanceOf(`${HOUSE.bank.account} USDT`))
      throw new Violation(`the bank paid out ${format(paid)} and took ${format(this.cameIn)}, the books say otherwise`);
  }

  get endings(): ReadonlyMap<string, string> {
    return this.ends;
  }

  approvalsOf(requestId: string): number {
    return this.approvers.get(requestId)?.size ?? 0;
  }

  take({ type, data }: RecordedEvent): void {
    if (['ReviewApproved', 'ReviewFirstApproved', 'ReviewRejected'].includes(type))
      this.reviewed(type, data as Reviewed);
    for (const { facts, requests, cameIn } of this.nouns) {
      facts?.[type]?.(data);
      this.cameIn += cameIn?.[type]?.(data) ?? 0n;
      if (requests !== undefined) this.counted(requests, type, data as Readonly<Record<string, string>>);
    }
  }

  private reviewed(type: string, { requestId, staffId, userId }: Reviewed): void {
    const end = this.ends.get(requestId);
    if (end !== undefined) throw new Violation(`${requestId} ended by ${end} and was decided after`);
    if (type === 'ReviewRejected') return;
    if (this.ownOf(staffId) === userId) throw new Violation(`${staffId} approved their own ${requestId}`);
    const approvers = this.approvers.get(requestId) ?? new Set();
    if (approvers.has(staffId)) throw new Violation(`${staffId} approved ${requestId} twice`);
    this.approvers.set(requestId, approvers.add(staffId));
  }

  private counted(requests: SimulatedRequests, type: string, data: Readonly<Record<string, string>>): void {
    const id = data[requests.id] ?? '';
    if (requests.open.includes(type)) this.opened.add(id);
    if (requests.reopen?.includes(type) === true) this.ends.delete(id);
    if (!requests.end.includes(type)) return;
    const before = this.ends.get(id);
    if (before !== undefined) throw new Violation(`${id} ended by ${before} and again by ${type}`);
    this.ends.set(id, type);
  }
}
