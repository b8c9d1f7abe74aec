import type { Language } from '../../shared/language.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { Sessions } from '../../server/features/account/sessions.js';
import type { StartedApp } from './app.js';
import { Trader } from './trader.js';

let people = 0;

/** A real account that was opened just now, in a session of its own. It has no password and no contacts. */
export async function openPerson(
  started: StartedApp,
  at = Date.now(),
  country: string | null = null,
  lang: Language = 'en',
): Promise<Trader> {
  people += 1;
  const userId = `real-person${String(people).padStart(4, '0')}`;
  const commands = started.app.get<Writers>(Writers, { strict: false });
  const data = {
    userId,
    name: `Person ${people}`,
    lang,
    country,
    invitedBy: null,
    agreement: null,
    policy: null,
    passwordDigest: null,
  };
  const opened = await commands.execute('real', {
    type: 'OpenRealAccount',
    data,
    at,
    actor: `user:${userId}`,
  });
  if (!opened.ok) throw new Error(opened.refusal.refusal);
  const { token } = await started.app.get<Sessions>(Sessions, { strict: false }).begin('real', userId);
  return new Trader(started, token, userId);
}
