import type { Pool } from 'pg';
import type { Language } from '../../shared/language.js';
import type { Logins } from '../core/ports/logins.js';
import type { Outbox } from '../core/ports/messages-out.js';
import type { Vault } from '../core/ports/vault.js';
import { stopCodeOf } from '../core/stop-code.js';
import type { ProjectionRunner } from '../engine/projections/runner.js';
import type { WishedLetter } from './policy.js';

/** Letters to a person wherever he can be reached; the same key sends once. */
export interface Letters {
  send(realm: string, letter: WishedLetter, key: string): Promise<void>;
}

interface Parts {
  readonly pool: Pool;
  readonly projections: ProjectionRunner;
  readonly logins: Logins;
  readonly outbox: Outbox;
  readonly vault: Vault;
}

/** By e-mail, else by text message (or by both), in the language of the account. Who left neither has his messages on the platform. */
export class PersonLetters implements Letters {
  constructor(private readonly parts: Parts) {}

  async send(
    realm: string,
    { userId, template, values, everywhere, stopCodeOf: stopped }: WishedLetter,
    key: string,
  ): Promise<void> {
    const { logins, outbox, vault } = this.parts;
    const { email, phone } = await logins.contacts(userId);
    const reached = [email, phone].flatMap((contact) => (contact === null ? [] : [contact.address]));
    const [first, ...others] = reached;
    if (first === undefined) return;
    const lang = (await this.user(realm, userId))?.lang ?? 'en';
    const code = stopped === undefined ? {} : { code: stopCodeOf(vault, stopped) };
    const letter = { template, values: { ...values, ...code }, userId, lang };
    try {
      await outbox.send({ ...letter, address: first, key });
      for (const address of everywhere === true ? others : [])
        await outbox.send({ ...letter, address, key: `${key}:${address.kind}` });
    } catch (error) {
      // Nothing can be sealed for who was erased in between, and there is nobody left to write to.
      await this.parts.projections.upToDate('users', realm);
      if ((await this.user(realm, userId))?.status !== 'erased') throw error;
    }
  }

  private async user(realm: string, userId: string) {
    const { rows } = await this.parts.pool.query<{ lang: Language; status: string }>(
      'SELECT lang, status FROM users WHERE realm = $1 AND user_id = $2',
      [realm, userId],
    );
    return rows[0];
  }
}
