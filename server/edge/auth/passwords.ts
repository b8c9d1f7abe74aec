import { Injectable } from '@nestjs/common';
import type { Algorithm, Options } from '@node-rs/argon2';
import type { Hashing } from '../../core/ports/logins.js';
import { ofSession, Turns, type Room, type TurnOwner } from '../work/turns.js';
import { openThreads, SPARE_CORES } from '../work/worker-threads.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const ARGON: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Half of the places that wait are one network's at most, and a tenth one person's: see `Turns`. */
const ROOM: Room = { atOnce: SPARE_CORES, waiting: 200, ofNetwork: 100, ofPerson: 20 };

/** Hashes secrets of people in threads of their own and a few at a time, so that the rest of the server goes on. */
@Injectable()
export class Passwords implements Hashing {
  private readonly threads = openThreads({
    from: import.meta.url,
    worker: './hashing.worker',
    least: SPARE_CORES,
    most: SPARE_CORES,
  });
  private readonly turns = new Turns(ROOM);
  /** Verified where there is no such account, so that the answer takes as long as if there were. */
  private decoy: string | undefined;

  /** For somebody with a session. */
  hash(userId: string, secret: string): Promise<string> {
    return this.hashFor(ofSession(userId), secret);
  }

  hashFor(owner: TurnOwner, secret: string): Promise<string> {
    return this.turns.take(owner, () => this.hashNow(secret));
  }

  /** For somebody with a session. */
  verify(userId: string, stored: string, secret: string): Promise<boolean> {
    return this.turns.take(ofSession(userId), () => this.verifyNow(stored, secret));
  }

  /** Does in one turn what must not happen beside another check; `matches` is never true where nothing is stored. */
  inTurn<Answer>(
    owner: TurnOwner,
    work: (matches: (stored: string | null | undefined, secret: string) => Promise<boolean>) => Promise<Answer>,
  ): Promise<Answer> {
    return this.turns.take(owner, async () => {
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
