import type { RequestToken } from '../../core/command.js';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import { AccountEnd } from '../../core/ports/account-end.js';
import { Clock } from '../../core/clock.js';
import { PersonalDataHandlers } from '../../core/ports/personal-holdings.js';
import type { Cause } from '../../core/event.js';
import { Vault } from '../../core/ports/vault.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { type Proof, StepUp } from '../../core/ports/step-up.js';

const EVERY_MS = 60_000;
/** After this long late writes for the person have arrived, and the second pass finds them. */
const SETTLED_MS = 60_000;

interface ErasureRequest {
  readonly userId: string;
  /** The account's own number, as the person typed it. */
  readonly confirm: string;
  readonly proof: Proof;
  readonly requestToken?: RequestToken | undefined;
}

interface Closing {
  readonly requestToken?: RequestToken | undefined;
  /** The client no longer waits for the answer. */
  readonly isLate: boolean;
}

/**
 * Erases persons. The request is stored, and the account is closed, so that nothing can begin while open obligations are checked.
 * Then the account becomes `erased`, and everything that names the person goes, the key first. After a crash, open requests are
 * taken up again: at the start and once a minute.
 */
@Injectable()
export class Eraser {
  private readonly log = new Logger('Erasure');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();
  private closing: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly holdings: PersonalDataHandlers,
    private readonly accounts: AccountEnd,
    private readonly stepUp: StepUp,
    private readonly clock: Clock,
  ) {}

  async erase(request: ErasureRequest): Promise<null | Refusal> {
    const { userId } = request;
    if (request.confirm.trim() !== userId) return refuse('person.confirm-wrong');
    const { proof, requestToken } = request;
    const refusal =
      (await this.heldBack(userId)) ?? (await this.stepUp.refusal(userId, 'password', proof, requestToken));
    if (refusal !== undefined) return refusal;
    await this.pool.query('INSERT INTO erasures (user_id, asked_at) VALUES ($1, $2) ON CONFLICT (user_id) DO NOTHING', [
      userId,
      this.clock.now(),
    ]);
    const refused = await this.close(userId, { requestToken, isLate: false });
    if (refused !== undefined) return refused;
    await this.shred(userId, requestToken?.cause);
    return null;
  }

  /** Works on what is not done yet, and once more on what has settled since; answers who was done with. */
  async heal(): Promise<string[]> {
    const { pool, clock } = this;
    const { rows } = await pool.query<{ user_id: string; asked_at: number }>(
      'SELECT user_id, asked_at FROM erasures WHERE done_at IS NULL ORDER BY asked_at',
    );
    const done: string[] = [];
    for (const { user_id: userId, asked_at: askedAt } of rows) {
      if ((await this.close(userId, { isLate: true })) !== undefined || !(await this.shred(userId))) continue;
      if (clock.now() - askedAt < SETTLED_MS) continue;
      await pool.query('UPDATE erasures SET done_at = $2 WHERE user_id = $1', [userId, clock.now()]);
      done.push(userId);
    }
    return done;
  }

  start(): void {
    const look = (): void => {
      this.running = this.running
        .then(() => this.heal())
        .then(
          () => undefined,
          (error: unknown) => this.log.warn(`erasures are not looked after: ${String(error)}`),
        );
    };
    look();
    this.timer = setInterval(look, EVERY_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** Why the person cannot go yet. */
  private async heldBack(userId: string): Promise<Refusal | undefined> {
    for (const { refusal } of this.holdings.all()) {
      const found = await refusal?.(userId);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** One after another: what one look has found must not be acted on after another has opened the account again. */
  private close(userId: string, how: Closing): Promise<Refusal | undefined> {
    const closed = this.closing.then(() => this.closeNow(userId, how));
    this.closing = closed.catch(() => undefined);
    return closed;
  }

  private async closeNow(userId: string, { requestToken, isLate }: Closing): Promise<Refusal | undefined> {
    const { accounts, pool } = this;
    const closed = await accounts.close(userId, requestToken?.cause);
    const isErased = closed?.refusal === 'account.not-found';
    const refused = isErased ? undefined : (closed ?? (await this.heldBack(userId)));
    const held = refused ?? (await accounts.erase(userId, requestToken));
    if (held === undefined) return undefined;
    // Where it cannot be opened again at once, or nobody could tell what is open, the request is worked on again within a minute.
    const isOpen = (await accounts.reopen(userId, requestToken?.cause)) === undefined;
    if (isOpen && !(isLate && held.refusal === 'request.unavailable'))
      await pool.query('DELETE FROM erasures WHERE user_id = $1 AND done_at IS NULL', [userId]);
    return held;
  }

  /** The key goes first: what is still sealed somewhere is closed for good from then on. Answers whether all of it worked. */
  private async shred(userId: string, cause?: Cause): Promise<boolean> {
    await this.vault.erase(userId);
    let whole = true;
    for (const { name, shred } of this.holdings.all()) {
      try {
        await shred?.(userId, cause);
      } catch (error) {
        // The others go all the same; this one is tried again within a minute.
        whole = false;
        this.log.warn(`${name} of ${userId} is not erased yet: ${String(error)}`);
      }
    }
    return whole;
  }
}
