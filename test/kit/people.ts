import type { Language } from '../../shared/language.js';
import type { EnteredView } from '../../contracts/account.contract.js';
import type { Address } from '../../server/core/ports/messages-out.js';
import { isRefusal } from '../../server/core/refusal.js';
import { addressOf } from '../../server/edge/auth/contact.js';
import { LoginTable, loginOf } from '../../server/edge/auth/logins.js';
import { Passwords } from '../../server/edge/auth/passwords.js';
import { OutboxTable, type StoredMessage } from '../../server/outside/messaging/outbox.js';
import type { StartedApp } from './app.js';
import type { Answered } from './answered.js';
import { Trader } from './trader.js';
import { until } from './until.js';

/** A real account made without registering, as the command line makes one. */
export async function addPerson(
  started: StartedApp,
  person: { account: string; password: string; userId: string; lang: Language },
): Promise<void> {
  const passwordHash = await started.app.get(Passwords, { strict: false }).hash(person.userId, person.password);
  const { userId, lang } = person;
  const login = loginOf(addressWritten(person.account));
  const logins = started.app.get(LoginTable, { strict: false });
  if (!(await logins.create({ userId, login, passwordHash, lang, opening: null }))) throw new Error('login is taken');
}

/** What went to an address, the newest first. */
export function messagesTo(started: StartedApp, account: string): Promise<StoredMessage[]> {
  return started.app.get(OutboxTable, { strict: false }).to(addressWritten(account));
}

/** Requests a code and reads it from the outbox. */
export async function codeTo(
  started: StartedApp,
  account: string,
  purpose = 'register',
  by = new Trader(started),
  /** What the call names it by, where that is not the address itself: `email` for one's own. */
  target = account,
): Promise<string> {
  const before = (await messagesTo(started, account))[0]?.id ?? 0;
  const sent = await by.get('getCode', { purpose, account: target });
  if (sent.refusal !== '') throw new Error(sent.envelope.message);
  let code = '';
  await until(async () => {
    const [newest] = await messagesTo(started, account);
    code = newest !== undefined && newest.id > before ? (newest.letter?.secret ?? 'none') : '';
    return code !== '';
  });
  return code;
}

/** Requests a code to an own contact and reads it from the outbox. */
export async function ownCode(
  started: StartedApp,
  by: Trader,
  account: string,
  { purpose, target = 'email' }: { purpose: string; target?: 'email' | 'phone' },
): Promise<string> {
  const before = (await messagesTo(started, account))[0]?.id ?? 0;
  await by.get('getCode', { purpose, account: target });
  let code = '';
  await until(async () => {
    const [newest] = await messagesTo(started, account);
    code = newest !== undefined && newest.id > before ? (newest.letter?.secret ?? 'none') : '';
    return code !== '';
  });
  return code;
}

let registered = 0;

/** A correct registration form; `changed` replaces fields. */
export function registration(changed: Record<string, string> = {}): Record<string, string> {
  registered += 1;
  return {
    account: `person${registered}@example.com`,
    country: 'DE',
    password: 'blue4Whale',
    confirmPassword: changed['password'] ?? 'blue4Whale',
    agreement: 'yes',
    ...changed,
  };
}

/** Registers with a code that really was sent. */
export async function register(
  started: StartedApp,
  changed: Record<string, string> = {},
): Promise<Answered<EnteredView>> {
  const form = registration(changed);
  const code = changed['code'] ?? (await codeTo(started, form['account'] ?? ''));
  return new Trader(started).post('userRegister', { ...form, code });
}

function addressWritten(account: string): Address {
  const address = addressOf(account);
  if (isRefusal(address)) throw new Error(address.refusal);
  return address;
}
