import type { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { Clock } from '../core/clock.js';
import type { Commands } from '../core/command.js';
import type { SessionEnds } from '../core/ports/logins.js';
import { isRefusal } from '../core/refusal.js';
import type { SecondFactor } from '../core/ports/second-factor.js';
import type { PolicySource } from '../core/ports/policy-source.js';
import type { ProjectionRunner } from '../engine/projections/runner.js';
import type { Log } from '../engine/projections/worker.js';
import type { ReviewKinds } from '../review/review-kind.js';
import { shownOf } from '../review/review-shown.js';
import type { Letters } from './person-letters.js';
import { Unavailable, type Policy, type PolicyReads } from './policy.js';
import { PolicyWorker, type PolicyStatus } from './policy-worker.js';

const WAIT_MS = 30_000;

/** Lets every policy react to every realm it listens to, from where it stopped. */
export class PolicyRunner {
  private readonly workers: PolicyWorker[];

  constructor(options: {
    policies: readonly Policy[];
    pool: Pool;
    projections: ProjectionRunner;
    commands: Commands;
    rules: PolicySource<KnownPolicies>;
    reviews: ReviewKinds;
    letters: Letters;
    sessions: SessionEnds;
    factors: Pick<SecondFactor, 'forget'>;
    clock: Clock;
    log: Log;
  }) {
    const { policies, projections, rules, reviews, ...rest } = options;
    const reads = policyReads(options.pool, projections, rules, reviews);
    this.workers = policies.flatMap((policy) =>
      policy.realms.map((realm) => new PolicyWorker({ ...rest, policy, reads, feed: projections.feed(realm) })),
    );
  }

  start(): void {
    for (const worker of this.workers) worker.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }

  status(): PolicyStatus[] {
    return this.workers.map((worker) => worker.status());
  }

  problems(): string[] {
    return this.status().flatMap(({ policy, realm, error }) =>
      error === null ? [] : [`policy ${policy} of ${realm} halted ${error}`],
    );
  }
}

function policyReads(
  pool: Pool,
  projections: ProjectionRunner,
  rules: PolicySource<KnownPolicies>,
  reviews: ReviewKinds,
): PolicyReads {
  return {
    rules,
    async signsOf({ requestId, kind: name, userId }) {
      const kind = reviews.find(name);
      const details = await kind?.details({ requestId, userId });
      if (kind === undefined || details === undefined) return undefined;
      if (!isRefusal(details)) {
        const { signs, rules: applied } = shownOf(details, kind);
        return { signs, rules: applied };
      }
      if (details.refusal === 'request.unavailable') throw new Unavailable(`${requestId} cannot be read now`);
      return undefined;
    },
    async openOrderSymbols(realm, ownerId, position) {
      if (!(await projections.waitFor('spot', realm, position, WAIT_MS)))
        throw new Unavailable(`orders of ${realm} are not known up to ${position}`);
      const { rows } = await pool.query<{ symbol: string }>(
        'SELECT DISTINCT symbol FROM orders WHERE realm = $1 AND owner_id = $2 AND open ORDER BY symbol',
        [realm, ownerId],
      );
      return rows.map(({ symbol }) => symbol);
    },
  };
}
