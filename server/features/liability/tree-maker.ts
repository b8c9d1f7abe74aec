import { fileURLToPath } from 'node:url';
import { Piscina } from 'piscina';
import { makeTree, type TreeJob, type TreeMade } from './make-tree.js';

/** Trees wait for the rest of the server, not the other way round: 19 is lowest. Only Linux has a priority for each thread. */
const NICE = process.platform === 'linux' ? 10 : 0;
const IDLE_MS = 1_000;

/** Makes trees in a thread of their own, one at a time, so that the writers go on. Sources have no thread: it loads what was built. */
export class TreeMaker {
  private readonly threads = import.meta.url.endsWith('.ts')
    ? undefined
    : new Piscina({
        filename: fileURLToPath(new URL('./make-tree.worker.js', import.meta.url)),
        minThreads: 0,
        maxThreads: 1,
        idleTimeout: IDLE_MS,
        niceIncrement: NICE,
      });

  make(job: TreeJob): Promise<TreeMade> {
    return this.threads === undefined ? makeTree(job) : (this.threads.run(job) as Promise<TreeMade>);
  }

  async close(): Promise<void> {
    await this.threads?.destroy();
  }
}
