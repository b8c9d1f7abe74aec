import { Pool } from 'pg';
import { systemClock } from '../../server/core/clock.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import type { ReviewQueue, StaffRole } from '../../contracts/staff.contract.js';
import { startApp, type StartAppOptions, type StartedApp } from './app.js';
import { StaffMember } from './staff-member.js';
import { firstLogin, logIn, staffPost, type StaffKeys } from './staff-keys.js';

export interface StaffAnswer<Body> {
  status: number;
  body: Body;
  range: string | null;
}

/** A server with its first staff accounts, all logged in, and calls as each of them. */
export async function startStaffed(options: StartAppOptions = {}) {
  const started: StartedApp = await startApp(options);
  const { clock = systemClock } = options;
  const accounts = started.app.get<StaffAccounts>(StaffAccounts, { strict: false });
  const keys = new Map<string, StaffKeys>();
  const passwords = new Map<string, string>();
  const tokens = new Map<string, string>();

  async function read<Body>(path: string, token?: string): Promise<StaffAnswer<Body>> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${started.url}/staff/${path}`, { headers });
    const body = (await response.json()) as Body;
    return { status: response.status, body, range: response.headers.get('content-range') };
  }

  async function post<Body>(path: string, body: unknown, more: { token?: string; address?: string } = {}) {
    const headers: Record<string, string> = {
      'content-type': 'application/json',
      'x-forwarded-for': more.address ?? '10.0.0.1',
      ...(more.token === undefined ? {} : { authorization: `Bearer ${more.token}` }),
    };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    const response = await fetch(`${started.url}/staff/${path}`, sent);
    return { status: response.status, body: (await response.json()) as Body };
  }

  /** Takes an account through its first log-in; answers its session. */
  async function enter(name: string, initial: string): Promise<string> {
    const { token, ...own } = await firstLogin(staffPost(started.url), name, initial, clock.now());
    keys.set(name, own);
    passwords.set(name, own.password);
    tokens.set(name, token);
    return token;
  }

  /** Makes an account beside those of the first start and signs it in. */
  async function member(name: string, role: StaffRole, queues: readonly ReviewQueue[] = []): Promise<string> {
    const made = await accounts.create({ name, role, queues, by: '' });
    return enter(name, made?.password ?? '');
  }

  /** Another session of an account that has gone through its first log-in. */
  const again = (name: string): Promise<string> =>
    logIn(staffPost(started.url), keys.get(name) as StaffKeys, clock.now());

  /** What an administrator does to an account ends its sessions: its owner signs in again. */
  async function administer(call: string, name: string, change: object): Promise<void> {
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query<{ id: string }>('SELECT staff_id AS id FROM staff_accounts WHERE name = $1', [
      name,
    ]);
    const token = await again('admin');
    const done = await post(call, { staffId: rows[0]?.id, ...change }, { token });
    if (done.status !== 200) throw new Error(JSON.stringify(done.body));
    tokens.set(name, await again(name));
  }

  for (const { login, password } of await accounts.seed()) await enter(login, password);

  async function openDemo(): Promise<string> {
    const answer = (await (await fetch(`${started.url}/web/tempLogin`)).json()) as { data: { userId: string } };
    return answer.data.userId;
  }

  /** A member as a caller, in the session that is open now. */
  const as = (name: string): StaffMember => new StaffMember(started.url, tokens.get(name));
  /** Reads as an auditor. */
  const audit = <Body>(path: string): Promise<StaffAnswer<Body>> => read<Body>(path, tokens.get('auditor'));
  return { started, keys, passwords, tokens, as, read, post, audit, openDemo, enter, member, again, administer };
}

/** `filter`, `range` and `sort` as ra-data-simple-rest sends them. */
export function listQuery(query: { filter?: object; range?: [number, number]; sort?: [string, string] }): string {
  return new URLSearchParams(
    Object.entries(query).map(([key, value]) => [key, JSON.stringify(value)] as [string, string]),
  ).toString();
}

export function refusalOf(body: unknown): unknown {
  return (body as { data: { refusal: string } }).data.refusal;
}
