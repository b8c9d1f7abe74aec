import type { ProjectionRunner } from '../projections/runner.js';
import type { Reaction } from './reaction.js';
import { ReactionWorker, type ReactionParts, type ReactionStatus } from './reaction-worker.js';

/** Lets every reaction follow every realm that it listens to, from where it stopped. */
export class ReactionRunner {
  private readonly workers: ReactionWorker[] = [];

  constructor(
    private readonly parts: ReactionParts,
    private readonly projections: Pick<ProjectionRunner, 'feed'>,
  ) {}

  /** Before the start. */
  register(...reactions: readonly Reaction[]): this {
    for (const reaction of reactions)
      for (const realm of reaction.realms) {
        const feed = this.projections.feed(realm);
        this.workers.push(new ReactionWorker({ ...this.parts, reaction, feed }));
      }
    return this;
  }

  start(): void {
    for (const worker of this.workers) worker.start();
  }

  async stop(): Promise<void> {
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }

  status(): ReactionStatus[] {
    return this.workers.map((worker) => worker.status());
  }

  problems(): string[] {
    return this.status().flatMap(({ reaction, realm, error }) =>
      error === null ? [] : [`reaction ${reaction} of ${realm} halted ${error}`],
    );
  }
}
