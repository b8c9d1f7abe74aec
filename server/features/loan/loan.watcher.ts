import { Injectable, Logger } from '@nestjs/common';
import { Pool, type PoolClient } from 'pg';
import { matchedWires, wireFacts } from '../../core/bank-wires.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { SimulatedBank, type FoundWire } from '../../core/ports/bank.js';
import { Refused } from '../../core/refusal.js';
import { inTransaction } from '../../engine/history/transaction.js';
import { SeeLoanPayment } from './loan.commands.js';
import { LENDER_BANK, PAYMENT_CURRENCY } from './loan-payment.rules.js';
import { LoanQuery } from './loan.query.js';

const LOOK_EVERY_MS = 1_000;
const PAGE_CHANGES = 200;
/** Anybody can send wires with a reference: so many of its largest ones are looked at. */
const WIRES_MAX = 100;

/**
 * Follows the bank's statement from a checkpoint of its own and tells loans what came in for them. The server with the lock on the
 * checkpoint's row works; what a crash left unfinished is told again, and a loan takes the same wire once.
 */
@Injectable()
export class LoanWatcher {
  private readonly log = new Logger('LoanWatcher');
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    private readonly pool: Pool,
    private readonly bank: SimulatedBank,
    private readonly query: LoanQuery,
    private readonly commands: Commands,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  start(): void {
    this.sleep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  /** Takes up everything that is new; answers when it is done. */
  look(): Promise<void> {
    this.working = this.working.then(() => this.work());
    return this.working;
  }

  private async work(): Promise<void> {
    try {
      while (!this.stopped && (await this.page()));
    } catch (error) {
      this.log.warn(`the bank is asked again: ${String(error)}`);
    }
  }

  /** One page of news. `true` when there may be more. */
  private page(): Promise<boolean> {
    return inTransaction(this.pool, (client) => this.takeUp(client));
  }

  private async takeUp(client: PoolClient): Promise<boolean> {
    const { rows } = await client.query<{ sequence: number }>(
      'SELECT sequence FROM loan_wires_checkpoint FOR UPDATE SKIP LOCKED',
    );
    const after = rows[0]?.sequence;
    if (after === undefined) return false;
    const changes = await this.bank.changes(after, PAGE_CHANGES);
    const last = changes.at(-1);
    if (last === undefined) return false;
    const wires = await this.bank.wires(changes.flatMap(({ wire }) => (wire === null ? [] : [wire])));
    await this.tell(wires.filter(({ toAccount }) => toAccount === LENDER_BANK.accountNumber));
    await client.query('UPDATE loan_wires_checkpoint SET sequence = $1', [last.sequence]);
    return changes.length === PAGE_CHANGES;
  }

  private async tell(wires: readonly FoundWire[]): Promise<void> {
    if (wires.length === 0) return;
    // A loan that was paid out a moment ago would be missing.
    if (!(await this.query.isUpToDate('real'))) throw new Error('the loans are behind');
    const references = new Set(wires.map(({ foundBy }) => foundBy));
    for (const loan of await this.query.owedBy([...references])) await this.see(loan);
  }

  private async see({ reference, ...loan }: Awaited<ReturnType<LoanQuery['owedBy']>>[number]): Promise<void> {
    const { bank, commands, clock, ids } = this;
    // Those of another account or currency pay nothing, so they may not crowd out the ones that do.
    const paying = (await bank.wiresFor(reference)).filter(
      ({ toAccount, currency }) => toAccount === LENDER_BANK.accountNumber && currency === PAYMENT_CURRENCY,
    );
    const largest = paying.sort((a, b) => (a.amount < b.amount ? 1 : -1)).slice(0, WIRES_MAX);
    const paymentId = `${loan.loanId}-${ids.next('p').slice('p-'.length)}`;
    const data = { ...loan, paymentId, wires: matchedWires(wireFacts(largest), LENDER_BANK.accountNumber) };
    const context = { realm: 'real', at: clock.now(), actor: 'system:loan-watcher' };
    const result = await commands.execute(new SeeLoanPayment(context, data));
    if (!result.ok) throw new Refused(`what the bank shows for ${loan.loanId}`, result.refusal);
  }

  private sleep(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.sleep()), LOOK_EVERY_MS);
    this.timer.unref();
  }
}
