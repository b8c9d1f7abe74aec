import { Pool } from 'pg';
import sharp from 'sharp';
import type { RecoveryTicketView, SecurityView } from '../../contracts/security.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { WEDNESDAY_NOON, type DeskOptions, type StartedApp } from './app.js';
import { bindGoogle, codeNow, realPerson, tradingPerson } from './factors.js';
import { freshNumber } from './identity-desk.js';
import { messagesTo } from './people.js';
import { startStaffed } from './staff-client.js';
import { Trader } from './trader.js';
import { until } from './until.js';
import { openWithdrawals, publish } from './withdrawals.js';

export interface Locked {
  readonly account: string;
  readonly password: string;
}

let photos = 0;

/** A photo that passes for one of a person. */
export function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  return sharp({ create: { width: 900, height: 700, channels: 3, background: '#345', noise } })
    .jpeg()
    .toBuffer();
}

/** Proves password and code without a session; answers the ticket. */
export async function proved(started: StartedApp, { account, password }: Locked): Promise<RecoveryTicketView> {
  const codes = async () =>
    (await messagesTo(started, account)).filter(({ template }) => template === 'code.lost-google');
  const before = (await codes()).length;
  const sent = await new Trader(started).get('getCode', { purpose: 'lost-google', account });
  if (sent.refusal !== '') throw new Error(sent.refusal);
  // Notices of what went before may come between, so it is not just the newest message.
  await until(async () => (await codes()).length > before);
  const code = (await codes())[0]?.letter?.secret ?? '';
  const opened = await new Trader(started).post('openRecovery', { account, password, code });
  if (opened.refusal !== '') throw new Error(opened.refusal);
  return opened.data;
}

/** Sends the photo by the ticket; answers its id, or the refusal. */
export async function sendPhoto(started: StartedApp, ticket: string): Promise<string> {
  photos += 1;
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(await photo())]), 'photo.jpg');
  const query = new URLSearchParams({ ticket, requestToken: `photo-${photos}-sent` });
  const answer = await fetch(`${started.url}/web/uploadRecoveryPhoto?${query}`, { method: 'POST', body: form });
  const { data } = (await answer.json()) as { data: { id?: string; refusal?: string } };
  return data.id ?? data.refusal ?? '';
}

/** A whole request, with a photo where one is needed. */
export async function requestRecovery(started: StartedApp, person: Locked): Promise<void> {
  const { ticket, photo: needed } = await proved(started, person);
  const imageId = needed ? { imageId: await sendPhoto(started, ticket) } : {};
  const sent = await new Trader(started).post('requestRecovery', { ticket, ...imageId });
  if (sent.refusal !== '') throw new Error(sent.refusal);
}

/** The code that stops a request, from the notice about it. */
export async function stopCodeTo(started: StartedApp, account: string): Promise<string> {
  let code = '';
  await until(async () => {
    const notice = (await messagesTo(started, account)).find(({ template }) => template === 'recovery-requested');
    code = notice?.letter?.secret ?? '';
    return code !== '';
  });
  return code;
}

/** Somebody with Google verification, in a session. `showing` is the authenticator's current code. */
export async function guarded(started: StartedApp, clock: FakeClock, trading = false) {
  const person = await (trading ? tradingPerson : realPerson)(started);
  const { secret, codes } = await bindGoogle(person.trader, person.password, clock);
  const security = async (): Promise<SecurityView> => (await person.trader.get('getSecurity')).data;
  const logsIn = (googleCode?: string) => {
    const { account, password } = person;
    const second = googleCode === undefined ? {} : { googleCode };
    return new Trader(started).post('userLogin', { account, password, ...second });
  };
  return { ...person, codes, security, logsIn, showing: () => codeNow(secret, clock) };
}

/** A server under a clock of the test's own, with reviewers `ira` and `ida` of persons and `cleo` of withdrawals. */
export async function startRecoveryDesk(options: DeskOptions = {}, startsAt = WEDNESDAY_NOON) {
  const clock = new FakeClock(startsAt);
  const desk = await startStaffed({ ...options, clock });
  const { started } = desk;
  for (const name of ['ira', 'ida']) await desk.member(name, 'reviewer', ['identity']);
  await desk.member('cleo', 'reviewer', ['withdrawal']);
  await publish(desk, 'staff.login', { sessionHours: 168 });
  for (const name of ['ira', 'ida', 'cleo', 'auditor', 'support']) desk.tokens.set(name, await desk.again(name));
  await openWithdrawals(started);
  const pool = started.app.get<Pool>(Pool, { strict: false });

  /** The open request of a person, as the lists know it. */
  async function requestOf(userId: string): Promise<string> {
    let id = '';
    await until(async () => {
      const filter = { userId, kind: 'identity-recovery', open: true };
      id = (await desk.as('ira').given('reviews', { filter }))[0]?.id ?? '';
      return id !== '';
    });
    if (id === '') throw new Error(`nothing of ${userId} waits`);
    return id;
  }

  /** Both approve this person's request, and its effect is due. */
  async function approved(userId: string): Promise<string> {
    const requestId = await requestOf(userId);
    for (const name of ['ira', 'ida']) await desk.as(name).decides(requestId).then();
    const due = `SELECT 1 FROM due_commands WHERE id = 'remove-authenticator:${requestId}'`;
    await until(async () => (await pool.query(due)).rowCount === 1);
    return requestId;
  }

  /** Passes the primary level, with photos. */
  async function verifies(of: Trader): Promise<void> {
    const image = async (purpose: string) => (await of.upload(purpose, await photo())).data.id;
    const [front, held] = [await image('document-front'), await image('document-held')];
    const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
    const form = { ...texts, documentNumber: freshNumber(), front, held };
    const { requestId } = await of.given('submitPrimary', form);
    await desk.as('ira').decides(requestId).then();
  }

  /** Names the account as one of the member's own, or none any more. */
  const ownUser = (name: string, ...userIds: string[]) => desk.administer('changeMemberOwnUsers', name, { userIds });

  /** The types of a person's security events. */
  async function events(userId: string): Promise<string[]> {
    const text = `SELECT type FROM events WHERE realm = 'real' AND stream = $1 ORDER BY version`;
    return (await pool.query<{ type: string }>(text, [`security-${userId}`])).rows.map(({ type }) => type);
  }

  const timersRan = () => started.app.get<Timers>(Timers, { strict: false }).runDue(clock.now());

  return { ...desk, clock, requestOf, approved, verifies, ownUser, events, timersRan };
}
