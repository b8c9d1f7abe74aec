import { counted, type Queue } from './queue.js';

/** What differed at the newest look: a later one that finds nothing closes it. */
export const reconciliationDifferences: Queue = {
  name: 'reconciliation-differences',
  permission: 'reconciliation',
  resource: 'reconciliations',
  async waiting({ pool }) {
    const sql = `SELECT coalesce(sum(differences), 0)::bigint AS count, min(done_at) AS oldest FROM (
        SELECT differences, done_at FROM reconciliations WHERE done_at > 0 ORDER BY position DESC LIMIT 1) newest
      WHERE differences > 0`;
    return { ...(await counted(pool, sql)), filter: { differs: true } };
  },
};

/** Loans that money came in for without a receipt, at the newest look. What matches no open loan asks nothing of a borrower. */
export const paymentsUnclaimed: Queue = {
  name: 'payments-unclaimed',
  permission: 'reconciliation',
  resource: 'reconciliations',
  waiting({ pool }) {
    const sql = `SELECT count(*)::int AS count, min(done_at) AS oldest FROM (
        SELECT items, done_at FROM reconciliations WHERE done_at > 0 ORDER BY position DESC LIMIT 1) newest,
        jsonb_array_elements(items::jsonb) item WHERE item ->> 'cause' = 'wire-without-receipt'`;
    return counted(pool, sql);
  },
};
