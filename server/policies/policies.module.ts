import { Logger, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import type { KnownPolicies } from '../../contracts/policy.contract.js';
import { Clock } from '../core/clock.js';
import { Commands } from '../core/command.js';
import { Logins, SessionEnds } from '../core/ports/logins.js';
import { Outbox } from '../core/ports/messages-out.js';
import { Vault } from '../core/ports/vault.js';
import { PolicySource } from '../core/ports/policy-source.js';
import { SecondFactor } from '../core/ports/second-factor.js';
import { ReadinessChecks } from '../engine/health/readiness-checks.js';
import { ReviewKinds } from '../review/review-kind.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import type { Log } from '../engine/projections/worker.js';
import { PersonLetters } from './person-letters.js';
import { allPolicies } from './all.js';
import { PolicyRunner } from './runner.js';

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
      provide: PolicyRunner,
      inject: [
        Pool,
        ProjectionRunner,
        Commands,
        Clock,
        PolicySource,
        Logins,
        Outbox,
        SessionEnds,
        SecondFactor,
        Vault,
        ReviewKinds,
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
  exports: [PolicyRunner],
})
export class PoliciesModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly policies: PolicyRunner,
    private readonly health: ReadinessChecks,
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
