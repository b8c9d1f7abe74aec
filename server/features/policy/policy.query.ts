import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { DecisionView, PolicyView } from '../../../contracts/policy-change.contract.js';
import type { Page } from '../../../contracts/envelope.contract.js';
import { isPolicyName, type PolicyName } from '../../../contracts/policy.contract.js';
import type { PolicyValues } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { pageOf } from '../../engine/projections/cursor.js';
import type { RowOf } from '../../engine/projections/read-table.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { decisions } from '../../review/decisions.projection.js';
import { HousePolicies } from './house-policies.js';
import { policyVersions } from './policy.projection.js';
import { readValues } from './policy.rules.js';

/** People look right after a refusal or a charge; while the read model is behind they get its current rows. */
const FRESHEN_MS = 1_000;

type VersionRow = RowOf<typeof policyVersions>;

/** Published policies for everybody, and a user's own decisions with the policies that they followed. */
@Injectable()
export class PolicyQuery {
  constructor(
    private readonly pool: Pool,
    private readonly policies: HousePolicies,
    private readonly projections: ProjectionRunner,
  ) {}

  /** Every policy as it is in force. */
  async all(): Promise<PolicyView[]> {
    await this.freshen();
    const { rows } = await this.pool.query<VersionRow>(
      `SELECT DISTINCT ON (name) ${policyVersions.selected} FROM policy_versions ORDER BY name, version DESC`,
    );
    return rows.filter(({ name }) => isPolicyName(name)).map((row) => viewOf(row, row.version));
  }

  /** A version, the one in force when none is named. */
  async one(name: string, version?: number): Promise<PolicyView | Refusal> {
    if (!isPolicyName(name)) return refuse('policy.unknown', { name });
    const current = this.policies.inForce(name).version;
    await this.freshen();
    const wanted = version ?? current;
    const { rows } = await this.pool.query<VersionRow>(
      `SELECT ${policyVersions.selected} FROM policy_versions WHERE name = $1 AND version = $2`,
      [name, wanted],
    );
    const [row] = rows;
    return row === undefined ? refuse('policy.version-unknown', { name, version: wanted }) : viewOf(row, current);
  }

  /** The newest first. */
  async decisions(
    { realm, userId }: { realm: string; userId: string },
    { cursor, limit }: { cursor?: string | undefined; limit: number },
  ): Promise<Page<DecisionView> | Refusal> {
    await this.projections.upToDate('decisions', realm, FRESHEN_MS);
    return pageOf(
      { cursor, limit },
      ['position', 'line'],
      (before, count) =>
        this.pool.query<RowOf<typeof decisions>>(
          `SELECT ${decisions.selected} FROM decisions
            WHERE realm = $1 AND user_id = $2 AND (position, line) < ($3::bigint, $4::bigint)
            ORDER BY position DESC, line DESC LIMIT $5`,
          [realm, userId, ...before, count],
        ),
      ({ position, line, at, eventType: event, name: policy, version, inputs }): DecisionView => {
        const id = `${realm}:${position}:${line}`;
        return { id, at, event, policy, version, inputs: JSON.parse(inputs) as PolicyValues };
      },
    );
  }

  /** A version is in force as soon as its event is durable; its row follows. */
  private async freshen(): Promise<void> {
    await this.projections.upToDate('policy', 'house', FRESHEN_MS);
  }
}

/** The values that decide, also those that came after the version was published. */
function viewOf({ name, version, given, publishedAt, position }: VersionRow, current: number): PolicyView {
  const values = readValues(name as PolicyName, JSON.parse(given) as PolicyValues);
  return { name, version, values, publishedAt: publishedAt, inForce: version === current, position };
}
