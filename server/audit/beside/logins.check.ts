import type { RecordedEvent } from '../../core/event.js';
import { BesideCheck, headOf, type BesideParts } from './beside.js';

const DAY_MS = 86_400_000;
/** Entries are kept for 90 days; those of the last of them may have gone already. */
const LOOKED_AT_MS = 80 * DAY_MS;
/** A session that ended at once was overtaken by a change of password: it leaves no entry. */
const BRIEF_MS = 60_000;

/** Persons who logged in from a device within these days, and whether an entry of it and a known device are kept. */
const LOGGED_IN = `SELECT s.user_id AS "userId", min(s.created_at) AS first, max(s.created_at) AS last,
    EXISTS (SELECT 1 FROM login_history h WHERE h.user_id = s.user_id AND h.at >= $1::bigint) AS "entry kept",
    EXISTS (SELECT 1 FROM known_devices d WHERE d.user_id = s.user_id) AS "device known"
  FROM sessions s
 WHERE s.realm = 'real' AND s.sealed_place IS NOT NULL AND s.created_at BETWEEN $1::bigint AND $2::bigint
   AND (s.ended_at IS NULL OR s.ended_at - s.created_at > ${BRIEF_MS})
 GROUP BY s.user_id ORDER BY s.user_id`;
const KEPT = { 'entry kept': 'no log-in of the person is kept', 'device known': 'no device of the person is known' };

interface LoggedIn extends Record<keyof typeof KEPT, boolean> {
  readonly userId: string;
  readonly first: number;
  readonly last: number;
}

/** Whether those who have sessions are in the history of log-ins and have a known device. It finds what was emptied, not every entry. */
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
    const { client, now } = this.parts;
    const { rows } = await client.query<LoggedIn>(LOGGED_IN, [now - LOOKED_AT_MS, now - BRIEF_MS]);
    const persons = rows.filter(({ userId }) => !this.erased.has(userId));
    for (const kept of ['entry kept', 'device known'] as const) {
      const silent = persons.filter((person) => !person[kept]);
      // These rows are not waited for until they are on the disk: a crash may lose those of its last moment, and no others.
      const from = Math.min(...silent.map(({ first }) => first));
      const to = Math.max(...silent.map(({ last }) => last));
      if (to - from <= BRIEF_MS) continue;
      for (const { userId } of silent) this.find(headOf('real', heads), `${userId} has logged in, and ${KEPT[kept]}`);
    }
  }
}
