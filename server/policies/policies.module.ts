import { Inject, Logger, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import type { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import type { Logins, SessionEnds } from '../core/logins.js';
import type { Outbox } from '../core/messages-out.js';
import type { Vault } from '../core/person.js';
import type { PolicySource } from '../core/policy.js';
import type { SecondFactor } from '../core/second-factor.js';
import {
  CLOCK,
  LOGINS,
  OUTBOX,
  PG_POOL,
  POLICY_SOURCE,
  REVIEW_KINDS,
  SECOND_FACTOR,
  SESSION_ENDS,
  VAULT,
} from '../core/tokens.js';
import { ReadinessChecks } from '../engine/health/readiness-checks.js';
import type { ReviewKinds } from '../review/review-kind.js';
import { PROJECTIONS, type ProjectionRunner } from '../engine/projections/runner.js';
import type { Log } from '../engine/projections/worker.js';
import { PersonLetters } from './person-letters.js';
import { allPolicies } from './all.js';
import { POLICIES, PolicyRunner } from './runner.js';

function logTo(name: string): Log {
  const logger = new Logger(name);
  return {
    info: (text) => logger.log(text),
    warn: (text) => logger.warn(text),
    error: (text) => logger.error(text),
  };
}

/** Reactions between nouns. */
@Module({
  providers: [
    {
      provide: POLICIES,
      inject: [
        PG_POOL,
        PROJECTIONS,
        Commands,
        CLOCK,
        POLICY_SOURCE,
        LOGINS,
        OUTBOX,
        SESSION_ENDS,
        SECOND_FACTOR,
        VAULT,
        REVIEW_KINDS,
      ],
      useFactory: (
        pool: Pool,
        projections: ProjectionRunner,
        commands: Commands,
        clock: Clock,
        rules: PolicySource<KnownPolicies>,
        logins: Logins,
        outbox: Outbox,
        sessions: SessionEnds,
        factors: SecondFactor,
        vault: Vault,
        reviews: ReviewKinds,
      ) => {
        const log = logTo('Policies');
        const letters = new PersonLetters({ pool, projections, logins, outbox, vault });
        const parts = {
          pool,
          projections,
          commands,
          rules,
          reviews,
          letters,
          sessions,
          factors,
          clock,
          log,
        };
        return new PolicyRunner({ policies: allPolicies, ...parts });
      },
    },
  ],
  exports: [POLICIES],
})
export class PoliciesModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    @Inject(POLICIES) private readonly policies: PolicyRunner,
    @Inject(ReadinessChecks) private readonly health: ReadinessChecks,
  ) {}

  onApplicationBootstrap(): void {
    this.policies.start();
    this.health.add({
      name: 'policies',
      check: () => {
        const [problem] = this.policies.problems();
        return Promise.resolve(problem === undefined ? { ready: true } : { ready: false, detail: { problem } });
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.policies.stop();
  }
}
