import type { Pool } from 'pg';
import type { Language } from '../../contracts/envelope.contract.js';
import type { Logins } from '../core/logins.js';
import type { Outbox } from '../core/messages-out.js';
import type { WishedLetter } from './policy.js';

/** Letters to a person wherever he can be reached; the same key sends once. */
export interface Letters {
  send(realm: string, letter: WishedLetter, key: string): Promise<void>;
}

/** By e-mail, else by text message, in the language of the account. Who left neither has his messages on the platform. */
export class PersonLetters implements Letters {
  constructor(
    private readonly pool: Pool,
    private readonly logins: Logins,
    private readonly outbox: Outbox,
  ) {}

  async send(realm: string, { userId, template, values }: WishedLetter, key: string): Promise<void> {
    const { email, phone } = await this.logins.contacts(userId);
    const address = (email ?? phone)?.address;
    if (address === undefined) return;
    const { rows } = await this.pool.query<{ lang: Language }>(
      'SELECT lang FROM users WHERE realm = $1 AND user_id = $2',
      [realm, userId],
    );
    await this.outbox.send({ address, template, values, userId, lang: rows[0]?.lang ?? 'en', key });
  }
}
