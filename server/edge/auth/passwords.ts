import { fileURLToPath } from 'node:url';
import type { Algorithm, Options } from '@node-rs/argon2';
import { Piscina } from 'piscina';
import type { Hashing } from '../../core/logins.js';
import { AT_ONCE, Turns } from './turns.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const ARGON: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * How far below the rest of the server the hashing stands (19 is lowest): whoever logs in waits, an order does not. Only Linux has
 * a priority for each thread; elsewhere it would be the whole server's.
 */
const NICE = process.platform === 'linux' ? 10 : 0;
/** Tests and `npm run account` run the sources, the server what was built of them. */
const WORKER = new URL(`./hashing.worker${import.meta.url.endsWith('.ts') ? '.ts' : '.js'}`, import.meta.url);

/** Hashes secrets of people in threads of their own and a few at a time, so that the rest of the server goes on. */
export class Passwords implements Hashing {
  private readonly threads = new Piscina({
    filename: fileURLToPath(WORKER),
    minThreads: AT_ONCE,
    maxThreads: AT_ONCE,
    niceIncrement: NICE,
  });
  private readonly turns = new Turns();
  /** Verified where there is no such account, so that the answer takes as long as if there were. */
  private decoy: string | undefined;

  hash(secret: string): Promise<string> {
    return this.turns.take(() => this.hashNow(secret));
  }

  verify(stored: string, secret: string): Promise<boolean> {
    return this.turns.take(() => this.verifyNow(stored, secret));
  }

  /** Does in one turn what must not happen beside another check; `matches` is never true where nothing is stored. */
  inTurn<Answer>(
    work: (matches: (stored: string | null | undefined, secret: string) => Promise<boolean>) => Promise<Answer>,
  ): Promise<Answer> {
    return this.turns.take(async () => {
      const decoy = (this.decoy ??= await this.hashNow('nobody has this password'));
      return work(async (stored, secret) => (await this.verifyNow(stored ?? decoy, secret)) && stored != null);
    });
  }

  /** Ends the threads, once nothing is served any more. */
  async onApplicationShutdown(): Promise<void> {
    await this.threads.destroy();
  }

  private hashNow(secret: string): Promise<string> {
    return this.threads.run({ secret, options: ARGON }, { name: 'hash' }) as Promise<string>;
  }

  private verifyNow(stored: string, secret: string): Promise<boolean> {
    return this.threads.run({ stored, secret }, { name: 'verify' }) as Promise<boolean>;
  }
}
