import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { Language } from '../../../shared/language.js';
import { Clock } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import type { Cause } from '../../core/event.js';
import { Logins } from '../../core/ports/logins.js';
import { Vault } from '../../core/ports/vault.js';
import type { Address } from '../../core/ports/messages-out.js';
import type { Sealed } from '../../core/person.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { AfterChange } from './after-change.js';
import { ChangeContact } from './security.commands.js';

const EVERY_MS = 60_000;
/** Younger ones are still being carried out by their request. */
const LEFT_MS = 60_000;
const CONTEXT = 'security.contact';

/** A change of contact that is proved to its end. */
export interface ProvedChange {
  readonly changeId: string;
  /** Whose repeat goes on with it; see `requestMark`. */
  readonly request: string;
  readonly userId: string;
  readonly sessionId: string;
  readonly lang: Language;
  readonly kind: ChangeContact['data']['kind'];
  readonly proof: ChangeContact['data']['proof'];
  readonly address: Address;
  readonly before: Address | null;
  /** The call that proved it. */
  readonly cause?: Cause | undefined;
}

/**
 * Carries proved changes of contacts out: the login, the fact, the notices. A change is written down before any of it, so that what a
 * crash leaves half done is gone on with, at the repeat or within a minute or two; each part changes nothing when it is done again.
 */
@Injectable()
export class ContactChanges {
  private readonly log = new Logger('Contacts');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly commands: Commands,
    private readonly logins: Logins,
    private readonly vault: Vault,
    private readonly after: AfterChange,
    private readonly clock: Clock,
    private readonly pool: Pool,
  ) {}

  /** `false` when the same proof has begun another already. */
  async keep(change: ProvedChange): Promise<boolean> {
    const { changeId, userId } = change;
    const sealed = await this.vault.seal(userId, CONTEXT, JSON.stringify(change));
    const { rowCount } = await this.pool.query(
      `INSERT INTO contact_changes (change_id, user_id, sealed, proved_at) VALUES ($1, $2, $3, $4)
         ON CONFLICT (change_id) DO NOTHING`,
      [changeId, userId, sealed, this.clock.now()],
    );
    return rowCount === 1;
  }

  async find(changeId: string): Promise<ProvedChange | undefined> {
    return (await this.changes('change_id = $1', changeId))[0];
  }

  /** Refused when the address is another person's by now, or the writer is unavailable. */
  async finish(change: ProvedChange): Promise<null | Refusal> {
    const { logins, commands, vault, after, clock } = this;
    const { changeId, userId, kind, address, before, proof, sessionId: id, lang, cause } = change;
    if ((await logins.bindContact(userId, address)) === 'taken') {
      await this.drop(changeId);
      // The owner of a taken address stays secret: no code went out, so none can be right.
      return refuse('code.wrong', { field: 'code' });
    }
    const fingerprint = vault.fingerprint('login', `${kind}:${address.to}`);
    const requestToken = { key: `contact-changed:${changeId}`, cause };
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken };
    const done = await commands.execute(new ChangeContact(context, { userId, kind, fingerprint, proof }));
    if (!done.ok) return done.refusal;
    const addresses = before === null ? [] : [before];
    await after.run({ userId, id, lang }, 'contact-changed', `contact-changed:${changeId}`, addresses);
    await this.drop(changeId);
    return null;
  }

  /** Goes on with what was left half done. */
  async heal(): Promise<void> {
    const { clock, log } = this;
    for (const change of await this.changes('proved_at <= $1', clock.now() - LEFT_MS)) {
      const refused = await this.finish(change);
      if (refused !== null) log.warn(`${change.changeId} is not done yet: ${refused.refusal}`);
    }
  }

  start(): void {
    const look = (): void => {
      this.running = this.running
        .then(() => this.heal())
        .catch((error: unknown) => this.log.warn(`changes of contacts are not looked after: ${String(error)}`));
    };
    look();
    this.timer = setInterval(look, EVERY_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async changes(where: string, value: string | number): Promise<ProvedChange[]> {
    const { rows } = await this.pool.query<{ user_id: string; sealed: Sealed }>(
      `SELECT user_id, sealed FROM contact_changes WHERE ${where} ORDER BY proved_at`,
      [value],
    );
    const opened = await Promise.all(rows.map((row) => this.vault.open(row.user_id, CONTEXT, row.sealed)));
    return opened.flatMap((text) => (text === null ? [] : [JSON.parse(text) as ProvedChange]));
  }

  private async drop(changeId: string): Promise<void> {
    await this.pool.query('DELETE FROM contact_changes WHERE change_id = $1', [changeId]);
  }
}
