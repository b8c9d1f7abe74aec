import type { Pool } from 'pg';
import type { ReviewMoneyView } from '../../../contracts/review.contract.js';
import type { OutsideBooks } from '../../core/ports/outside-books.js';
import { balancesOf } from '../../engine/ledger/balances.js';

const PAYOUTS_MAX = 20;
const SHARING_MAX = 20;

/** The money around a withdrawal: what the person has, what came in, what went out before, and who else is paid there. */
export async function moneyAround(
  pool: Pool,
  books: OutsideBooks,
  { requestId, userId }: { requestId: string; userId: string },
): Promise<ReviewMoneyView> {
  const rows = async <Row extends object>(text: string, values: unknown[]): Promise<Row[]> =>
    (await pool.query<Row>(text, values)).rows;
  const [person] = await rows<{ generation: number }>(
    `SELECT generation FROM users WHERE realm = 'real' AND user_id = $1`,
    [userId],
  );
  const owner = { id: userId, realm: 'real', generation: person?.generation ?? 1 };
  const [balances, arrived, payouts, sharing] = await Promise.all([
    balancesOf(pool, owner),
    rows<ReviewMoneyView['arrived'][number]>(arrivedSql(books), [userId]),
    rows<ReviewMoneyView['payouts'][number]>(PAYOUTS, [userId, requestId]),
    rows<ReviewMoneyView['sharing'][number]>(SHARING, [userId, requestId]),
  ]);
  return { balances, arrived, payouts, sharing };
}

const arrivedSql = ({ arrived }: OutsideBooks): string =>
  `SELECT source, asset, count(*)::int AS count, trim_scale(sum(amount))::text AS sum, max(at) AS "lastAt"
     FROM (${arrived.join(' UNION ALL ')}) came GROUP BY source, asset ORDER BY source DESC, asset`;

const THIS = 'SELECT payee_fingerprint, payee_id FROM withdrawals WHERE withdrawal_id = $2';

const PAYOUTS = `SELECT withdrawal_id AS id, currency, trim_scale(amount)::text AS amount, status,
    requested_at AS "requestedAt", payee_fingerprint = this.fingerprint AS "samePayee"
  FROM withdrawals, (SELECT payee_fingerprint AS fingerprint FROM withdrawals WHERE withdrawal_id = $2) this
  WHERE user_id = $1 AND withdrawal_id <> $2 ORDER BY position DESC LIMIT ${PAYOUTS_MAX}`;

const SHARING = `SELECT user_id AS "userId", sum(paid)::int AS withdrawals, bool_or(saved) AS saved FROM (
    SELECT w.user_id, 1 AS paid, false AS saved FROM withdrawals w JOIN (${THIS}) this USING (payee_fingerprint)
    UNION ALL SELECT others.user_id, 0, NOT others.removed FROM (${THIS}) this
      JOIN saved_payees own ON own.payee_id = this.payee_id
      JOIN saved_payees others ON others.fingerprint = own.fingerprint) shared
  WHERE user_id <> $1 GROUP BY user_id ORDER BY 2 DESC, 1 LIMIT ${SHARING_MAX}`;
