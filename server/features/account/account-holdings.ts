import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { PersonalHolding } from '../../core/ports/personal-holdings.js';
import { LoginTable } from '../../edge/auth/logins.js';
import { LoginHistory } from './login-history.js';
import { Sessions } from './sessions.js';

/** The personal data in the log-in tables: logins, log-in history and sent messages. */
@Injectable()
export class AccountHoldings {
  constructor(
    private readonly logins: LoginTable,
    private readonly history: LoginHistory,
    private readonly sessions: Sessions,
    private readonly pool: Pool,
  ) {}

  all(): readonly PersonalHolding[] {
    const { logins, history, sessions, pool } = this;
    return [
      {
        name: 'logins',
        tables: ['logins', 'credentials'],
        // The address is free for a new account, and no log-in works any more.
        shred: async (userId) => {
          // The registration code was sealed by the house: the person had no key yet.
          await pool.query(
            'DELETE FROM outbox WHERE address_mark IN (SELECT fingerprint FROM logins WHERE user_id = $1)',
            [userId],
          );
          await pool.query('DELETE FROM logins WHERE user_id = $1', [userId]);
          await pool.query('DELETE FROM credentials WHERE user_id = $1', [userId]);
        },
        export: async (userId) => {
          const { email, phone } = await logins.contacts(userId);
          const wallet = await logins.textOf(userId, 'wallet');
          return {
            email: email?.address.to ?? null,
            phone: phone?.address.to ?? null,
            wallet: wallet ?? null,
            passwordSetAt: await logins.passwordSetAt(userId),
          };
        },
      },
      {
        name: 'sessions',
        tables: ['sessions', 'known_devices', 'login_history'],
        shred: async (userId) => {
          await sessions.endAll(userId);
          for (const table of ['sessions', 'known_devices', 'login_history'])
            await pool.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]);
        },
        export: async (userId) => {
          const open = await sessions.ofUser(userId);
          const views = await Promise.all(open.map((each) => history.sessionView(userId, each, '')));
          return { sessions: views.map(({ current: _, ...view }) => view), logins: await history.list(userId) };
        },
      },
    ];
  }
}
