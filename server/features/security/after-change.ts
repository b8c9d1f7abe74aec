import { Injectable } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { Logins, SessionEnds } from '../../core/ports/logins.js';
import { type Address, Outbox } from '../../core/ports/messages-out.js';
import type { Session } from '../../edge/http/sessions.js';
import { TradeUnlocks } from './trade-unlocks.js';

/** The notices of security changes: `mail:<notice>.subject`, `.body`. */
type SecurityNotice =
  | 'authenticator-bound'
  | 'authenticator-unbound'
  | 'recovery-codes-renewed'
  | 'trade-password-set'
  | 'trade-password-changed'
  | 'questions-set'
  | 'contact-changed';

/**
 * After every change of a factor: all other sessions end, and the person is notified at every address. That includes the old one,
 * because a thief would change it first.
 */
@Injectable()
export class AfterChange {
  constructor(
    private readonly sessionEnds: SessionEnds,
    private readonly logins: Logins,
    private readonly outbox: Outbox,
    private readonly unlocks: TradeUnlocks,
    private readonly clock: Clock,
  ) {}

  /** `changeId` names the change: a repeat notifies no one twice. */
  async run(
    session: Pick<Session, 'userId' | 'id' | 'lang'>,
    notice: SecurityNotice,
    changeId: string,
    before: readonly Address[] = [],
  ): Promise<void> {
    const { userId, id, lang } = session;
    const { sessionEnds, logins, outbox, unlocks, clock } = this;
    await sessionEnds.endAll(userId, id);
    await unlocks.lockOthers(userId, id);
    const { email, phone } = await logins.contacts(userId);
    const now = [email, phone].flatMap((contact) => (contact === null ? [] : [contact.address]));
    const addresses = [...now, ...before.filter(({ to }) => !now.some((address) => address.to === to))];
    const changedAt = clock.now();
    for (const [index, address] of addresses.entries()) {
      await outbox.send({
        address,
        template: notice,
        lang,
        values: { changedAt },
        userId,
        key: `${changeId}:${index}`,
      });
    }
  }
}
