import type { RecordedEvent } from '../../core/event.js';
import { BesideCheck, headOf, type BesideParts } from './beside.js';

const DAY_MS = 86_400_000;
/** Entries are kept for 90 days; those of the last of them may have gone already. */
const LOOKED_AT_MS = 80 * DAY_MS;
/** An entry and its session are written one after the other. */
const APART_MS = 60_000;

/** Persons in whose name a session was begun within these days, and whether there is an entry for each, and a known device. */
const LOGGED_IN = `SELECT s.user_id AS "userId",
    bool_and(EXISTS (SELECT 1 FROM login_history h
      WHERE h.user_id = s.user_id AND h.at BETWEEN s.created_at - ${APART_MS} AND s.created_at + ${APART_MS})) AS entered,
    bool_and(EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = s.user_id)) AS known
  FROM sessions s
 WHERE s.realm = 'real' AND s.sealed_place IS NOT NULL AND s.created_at >= $1::bigint
 GROUP BY s.user_id ORDER BY s.user_id`;

interface LoggedIn {
  readonly userId: string;
  readonly entered: boolean;
  readonly known: boolean;
}

/** Whether every log-in that has a session is in the person's history, and every person who logged in has a known device. */
export class LoginsCheck extends BesideCheck {
  readonly types = ['AccountErased'];
  private readonly erased = new Set<string>();

  constructor(parts: BesideParts) {
    super(parts, 'logins');
  }

  take(event: RecordedEvent): void {
    this.erased.add((event.data as { userId: string }).userId);
  }

  async finish(heads: ReadonlyMap<string, number>): Promise<void> {
    const { rows } = await this.parts.client.query<LoggedIn>(LOGGED_IN, [this.parts.now - LOOKED_AT_MS]);
    for (const { userId, entered, known } of rows) {
      if (this.erased.has(userId)) continue;
      if (!entered) this.find(headOf('real', heads), `${userId} has logged in, and the log-in is not in the history`);
      if (!known) this.find(headOf('real', heads), `${userId} has logged in, and no device of the person is known`);
    }
  }
}
