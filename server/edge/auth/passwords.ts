import { Algorithm, hash, verify, type Options } from '@node-rs/argon2';
import type { Hashing } from '../../core/logins.js';
import { Turns } from './turns.js';

/** OWASP's second recommendation for argon2id: 19 MiB, two passes. */
const ARGON: Options = { algorithm: 2 satisfies Algorithm.Argon2id, memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes secrets of people in threads of their own and a few at a time, so that the rest of the server goes on. */
export class Passwords implements Hashing {
  /** Verified where there is no such account, so that the answer takes as long as if there were. */
  private readonly decoy = hash('nobody has this password', ARGON);
  private readonly turns = new Turns();

  hash(secret: string): Promise<string> {
    return this.turns.take(() => hash(secret, ARGON));
  }

  verify(stored: string, secret: string): Promise<boolean> {
    return this.turns.take(() => verify(stored, secret));
  }

  /** Does in one turn what must not happen beside another check; `matches` is never true where nothing is stored. */
  inTurn<Answer>(
    work: (matches: (stored: string | null | undefined, secret: string) => Promise<boolean>) => Promise<Answer>,
  ): Promise<Answer> {
    return this.turns.take(() =>
      work(async (stored, secret) => (await verify(stored ?? (await this.decoy), secret)) && stored != null),
    );
  }
}
