import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { Language } from '../../../shared/language.js';
import { Notifier, type PersonNotification } from '../../core/ports/notifier.js';
import { Logins } from '../../core/ports/logins.js';
import { Outbox } from '../../core/ports/messages-out.js';
import { Vault } from '../../core/ports/vault.js';
import { stopCodeOf } from '../../edge/auth/stop-code.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';

/** By e-mail, else by text message (or by both), in the language of the account. People who left neither have their messages on the platform. */
@Injectable()
export class PersonNotifier extends Notifier {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly logins: Logins,
    private readonly outbox: Outbox,
    private readonly vault: Vault,
  ) {
    super();
  }

  async send(
    realm: string,
    { userId, template, values, everywhere, stopCodeOf: stopped }: PersonNotification,
    key: string,
  ): Promise<void> {
    const { logins, outbox, vault } = this;
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
      // The person was erased in between: nothing can be sealed or sent.
      await this.projections.upToDate('users', realm);
      if ((await this.user(realm, userId))?.status !== 'erased') throw error;
    }
  }

  private async user(realm: string, userId: string) {
    const { rows } = await this.pool.query<{ lang: Language; status: string }>(
      'SELECT lang, status FROM users WHERE realm = $1 AND user_id = $2',
      [realm, userId],
    );
    return rows[0];
  }
}
