import { Global, Logger, Module, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Notifier } from '../../core/ports/notifier.js';
import { ReadinessChecks } from '../health/readiness-checks.js';
import { ProjectionRunner } from '../projections/runner.js';
import { ReactionRunner } from './runner.js';

/** Reactions; the list of features registers those of every noun before it starts them. */
@Global()
@Module({
  providers: [
    {
      provide: ReactionRunner,
      inject: [Pool, ProjectionRunner, Commands, Notifier, Clock],
      useFactory: (pool: Pool, projections: ProjectionRunner, commands: Commands, letters: Notifier, clock: Clock) => {
        const logger = new Logger('Reactions');
        const log = {
          info: (text: string) => logger.log(text),
          warn: (text: string) => logger.warn(text),
          error: (text: string) => logger.error(text),
        };
        return new ReactionRunner({ pool, commands, letters, clock, log }, projections);
      },
    },
  ],
  exports: [ReactionRunner],
})
export class ReactionsModule implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(
    private readonly reactions: ReactionRunner,
    private readonly health: ReadinessChecks,
  ) {}

  onApplicationBootstrap(): void {
    this.reactions.start();
    this.health.add({
      name: 'reactions',
      check: () => {
        const [problem] = this.reactions.problems();
        return Promise.resolve(problem === undefined ? { ready: true } : { ready: false, detail: { problem } });
      },
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.reactions.stop();
  }
}
