import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { SimulatedBank } from '../../core/ports/bank.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { OutsideBooks } from '../../core/ports/outside-books.js';
import { Refused } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Writers } from '../../engine/writer/writers.js';
import { RecordReconciliation, nextReconciliation } from './reconciliation.commands.js';
import { RECONCILIATION_ID, reconciliationKind } from './reconciliation.decider.js';
import { reconcile, type Found } from './reconcile.js';

/** A difference counts when it is still there at the last look: the two sides cannot be read at one moment. */
const LOOKS = 3;
/** Between two looks at what differs. */
const PAUSE_MS = 1_000;
const RETRY_MS = 5_000;

/** Carries out the runs that fell due. What is open stands in the history, so that another server goes on with it. */
@Injectable()
export class Reconciler {
  private readonly log = new Logger('Reconciliation');
  private unsubscribe: (() => void) | undefined;
  private retry: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private readonly stopping = new AbortController();

  constructor(
    private readonly pool: Pool,
    private readonly chain: SimulatedChain,
    private readonly bank: SimulatedBank,
    private readonly books: OutsideBooks,
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
  ) {}

  async start(): Promise<void> {
    const { pool, clock, writers } = this;
    const due = nextReconciliation(clock.now());
    const { rowCount } = await pool.query(`SELECT FROM due_commands WHERE realm = 'real' AND type = $1 LIMIT 1`, [
      due.command.type,
    ]);
    if (rowCount === 0) await writers.store.schedule('real', due);
    this.unsubscribe = writers.store.subscribe((_, events) => {
      if (events.some(({ type }) => type === 'ReconciliationDue')) this.look();
    });
    this.look();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    this.unsubscribe?.();
    clearTimeout(this.retry);
    await this.working;
  }

  private look(): void {
    this.working = this.working.then(() => this.runAll());
  }

  private async runAll(): Promise<void> {
    const { writers, commands, clock, log } = this;
    try {
      const { open } = await writers.read('real', reconciliationKind, RECONCILIATION_ID);
      for (const { runId, cause } of open) {
        const found = await this.found();
        if (found === undefined) return;
        const context = {
          realm: 'real',
          at: clock.now(),
          actor: 'timer',
          requestToken: { key: `reconciled:${runId}`, cause },
        };
        const result = await commands.execute(new RecordReconciliation(context, { runId, ...found }));
        if (!result.ok) throw new Refused(RecordReconciliation.type, result.refusal);
      }
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      log.warn(`reconciliation will be tried again: ${String(error)}`);
      clearTimeout(this.retry);
      this.retry = setTimeout(() => this.look(), RETRY_MS);
      this.retry.unref();
    }
  }

  private async found(): Promise<Found | undefined> {
    const { pool, chain, bank, books, projections, clock } = this;
    const readModels = [...books.moves, ...books.credits, ...books.payees].map(({ readModel }) => readModel);
    for (let look = 1; ; look += 1) {
      if (this.stopping.signal.aborted) return undefined;
      const ready = await Promise.all(readModels.map((name) => projections.upToDate(name, 'real')));
      // Rows that they lack would be recorded as a difference for good.
      if (ready.includes(false)) throw new Error('the read models are behind');
      const found = await reconcile({ pool, chain, bank, books, at: clock.now() });
      if (found.differences === 0 || look === LOOKS) return found;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}
