import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { amount, format, least, ZERO } from '../../../shared/money.js';
import { dateAfter, startOf } from '../../../shared/utc-date.js';
import { Clock, type Instant } from '../../core/clock.js';
import type {
  DueDate,
  DueReward,
  FeesSoFar,
  InvitationFees,
  InvitationShares,
  LevelFees,
  SharedMark,
} from '../../core/ports/invitation-fees.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { VoucherDates } from '../../core/ports/voucher-dates.js';
import { refuse, Refused, type Refusal } from '../../core/refusal.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { invitationFees } from './invitation-rewards.projection.js';
import { levelsByInviter, type PersonFees } from './invitation.rules.js';

/** Read models that a date is reckoned from: they must have reached its end. */
const READ_MODELS = ['invitations', 'invitation-rewards', 'identity', 'payees', 'withdrawals'];
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** What inviters are due, from who invited whom and what these people paid. */
@Injectable()
export class InvitationDates implements InvitationFees {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly rules: PolicySource<KnownPolicies>,
    private readonly vouchers: VoucherDates,
    private readonly clock: Clock,
  ) {}

  async due(date: string): Promise<DueDate> {
    for (const name of READ_MODELS)
      if (!(await this.projections.upToDate(name, 'real')))
        throw new Refused(`invitations of ${date}`, refuse('request.unavailable'));
    // Inviters share what fee vouchers leave.
    if (!(await this.vouchers.arePaid(date)))
      throw new Refused(`invitations of ${date}`, refuse('request.unavailable'));
    const { rows } = await this.pool.query<{ user_id: string; above: string[]; fees: string }>(PAID, [date]);
    const above = new Map(rows.flatMap((row) => pairsOf([row.user_id, ...row.above])));
    const paid: PersonFees[] = rows.map((row) => ({ userId: row.user_id, fees: amount(row.fees) }));
    const rewards: DueReward[] = [];
    for (const [userId, levels] of levelsByInviter(paid, (person) => above.get(person))) {
      const people = rows.filter((row) => row.above.includes(userId)).map((row) => row.user_id);
      const matches = await this.matches([userId, ...people]);
      rewards.push({ userId, ownerId: `${userId}.1`, requestId: requestOf(userId, date), levels, matches });
    }
    const fees = format(paid.reduce((sum, one) => sum + one.fees, ZERO));
    return { rewards, people: paid.length, fees, ...this.sharesAt(startOf(dateAfter(date, 1)) - 1) };
  }

  async soFar(userId: string, date: string): Promise<FeesSoFar | Refusal> {
    for (const name of ['invitations', 'invitation-rewards'])
      if (!(await this.projections.upToDate(name, 'real'))) return refuse('request.unavailable');
    const { rows: levels } = await this.pool.query<LevelFees>({
      name: 'invitation-fees-so-far',
      text: SO_FAR,
      values: [userId, date],
    });
    return { levels, ...this.sharesAt(this.clock.now()) };
  }

  /** The fee tables say how much of a fee all levels may get. */
  sharesAt(at: Instant): InvitationShares {
    const [spot, contract] = [this.rules.inForceAt('spot.fees', at), this.rules.inForceAt('contract.fees', at)];
    const { version, values } = this.rules.inForceAt('invitation.rewards', at);
    const most = least(amount(spot.values.invitationShare), amount(contract.values.invitationShare));
    return { policy: { name: 'invitation.rewards', version, values }, most: format(most) };
  }

  /** What at least two of these people share. */
  private async matches(people: readonly string[]): Promise<SharedMark[]> {
    const { rows } = await this.pool.query<{ kind: string; members: string[] }>(SHARED, [people]);
    return rows.map(({ kind, members }) => ({ kind, memberIds: members }));
  }
}

/** Each with the one who invited them. */
function pairsOf(chain: readonly string[]): [string, string][] {
  return chain.slice(1).map((inviter, index) => [chain[index] as string, inviter]);
}

/** The request of an inviter for a date: the same however often it is reckoned. */
export function requestOf(userId: string, date: string): string {
  const bytes = createHash('sha256').update(`glassbook/invitation-reward/${userId}/${date}`).digest();
  return `inv-${[...bytes.subarray(0, 16)].map((byte) => ALPHABET[byte % 32]).join('')}`;
}

/** Invited people who paid fees on a date, with up to four people above them, the nearest first. */
const PAID = `
  WITH RECURSIVE chain (user_id, person, above) AS (
      SELECT f.user_id, f.user_id, ARRAY[]::text[] FROM ${invitationFees.name} f
       WHERE f.realm = 'real' AND f.date = $1 AND f.fees > 0
    UNION ALL
      SELECT c.user_id, i.invited_by, c.above || i.invited_by FROM chain c
        JOIN invitations i ON i.realm = 'real' AND i.user_id = c.person AND i.invited_by IS NOT NULL
       WHERE cardinality(c.above) < 4)
  SELECT DISTINCT ON (c.user_id) c.user_id, c.above, trim_scale(f.fees)::text AS fees FROM chain c
    JOIN ${invitationFees.name} f ON f.realm = 'real' AND f.date = $1 AND f.user_id = c.user_id
   WHERE cardinality(c.above) > 0 ORDER BY c.user_id, cardinality(c.above) DESC`;

/** What people up to four levels below an inviter paid on a date, by level. */
const SO_FAR = `
  WITH RECURSIVE below (user_id, level) AS (
      SELECT user_id, 1 FROM invitations WHERE realm = 'real' AND invited_by = $1
    UNION ALL SELECT i.user_id, b.level + 1 FROM below b
        JOIN invitations i ON i.realm = 'real' AND i.invited_by = b.user_id WHERE b.level < 4)
  SELECT b.level, count(*)::int AS people, trim_scale(sum(f.fees))::text AS fees FROM below b
    JOIN ${invitationFees.name} f ON f.realm = 'real' AND f.date = $2 AND f.user_id = b.user_id AND f.fees > 0
   GROUP BY b.level ORDER BY b.level`;

/** Fingerprints only show that two are the same: of documents, of devices that sent withdrawals, of cards and addresses. */
const SHARED = `
  WITH marks (kind, mark, user_id) AS (
      SELECT 'document', number_fingerprint, user_id FROM identity_requests WHERE user_id = ANY ($1)
    UNION SELECT 'device', device_fingerprint, user_id FROM withdrawals WHERE user_id = ANY ($1)
    UNION SELECT 'payee', payee_fingerprint, user_id FROM withdrawals WHERE user_id = ANY ($1)
    UNION SELECT 'payee', fingerprint, user_id FROM saved_payees WHERE user_id = ANY ($1))
  SELECT DISTINCT kind, members FROM (
    SELECT kind, array_agg(DISTINCT user_id ORDER BY user_id) AS members FROM marks
     WHERE mark <> '' GROUP BY kind, mark HAVING count(DISTINCT user_id) > 1) shared
   ORDER BY kind, members`;
