import { Injectable } from '@nestjs/common';
import type { Piscina } from 'piscina';
import { isBuilt, openThreads } from '../../edge/work/worker-threads.js';
import { makeTree, type TreeJob, type TreeMade } from './make-tree.js';

const IDLE_MS = 1_000;

/** Makes trees in a thread of their own, one at a time, so that the writers go on. */
@Injectable()
export class TreeMaker {
  private readonly threads: Piscina | undefined = isBuilt(import.meta.url)
    ? openThreads({ from: import.meta.url, worker: './make-tree.worker', least: 0, most: 1, idleMs: IDLE_MS })
    : undefined;

  make(job: TreeJob): Promise<TreeMade> {
    return this.threads === undefined ? makeTree(job) : (this.threads.run(job) as Promise<TreeMade>);
  }

  async close(): Promise<void> {
    await this.threads?.destroy();
  }
}
