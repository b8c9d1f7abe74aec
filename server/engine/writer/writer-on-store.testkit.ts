import { amount, format } from '../../../shared/money.js';
import type { Cause } from '../../core/event.js';
import type { EventStore, StoredDue } from '../history/event-store.js';
import type { CommandHandlers } from './command-handlers.js';
import type { OpenedWriter } from './writer-contract.testkit.js';
import { Writers } from './writers.js';

const HISTORY_MAX = 10_000;
const quiet = { warn: () => undefined, error: () => undefined };

/** The real writer on a store, as its contract opens it. */
export async function writerOn(store: EventStore, realm: string, handlers: CommandHandlers): Promise<OpenedWriter> {
  const start = async (): Promise<Writers> => {
    const started = new Writers(store, handlers, quiet, [realm]);
    await started.start();
    return started;
  };
  let writers = await start();
  return {
    execute: (command) => writers.execute(realm, command),
    read: (kind, id) => writers.read(realm, kind, id),
    look: (scope, look) => writers.look(realm, scope, look),
    balance: async (account, asset) => {
      const { balances } = await store.readBalances(realm, [[account, asset]]);
      return format(amount(balances[0]?.amount ?? '0'));
    },
    due: async () => {
      const sql = `SELECT id, due_at AS "dueAt", type, data, CASE WHEN correlation IS NOT NULL THEN
        json_build_object('correlation', correlation, 'causation', causation) END AS cause
        FROM due_commands WHERE realm = $1`;
      const { rows } = await store.pool.query<StoredDue & { cause: Cause | null }>(sql, [realm]);
      return rows.map(({ id, dueAt, type, data, cause }) => ({ id, dueAt, type, data, cause: cause ?? undefined }));
    },
    history: () => store.readRows(realm, 0, HISTORY_MAX),
    restart: async () => {
      await writers.close();
      writers = await start();
    },
    close: () => writers.close(),
  };
}
