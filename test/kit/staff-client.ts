import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { startApp, type StartedApp } from './app.js';

export interface StaffAnswer<Body> {
  status: number;
  body: Body;
  range: string | null;
}

/** A server with its first staff accounts, all signed in, and ways to ask it as one of them. */
export async function startStaffed() {
  const started: StartedApp = await startApp();
  const passwords = new Map<string, string>();
  const tokens = new Map<string, string>();

  async function ask<Body>(path: string, token?: string): Promise<StaffAnswer<Body>> {
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

  for (const { login, password } of await started.app.get<StaffAccounts>(StaffAccounts, { strict: false }).seed()) {
    passwords.set(login, password);
    const { body } = await post<{ token: string }>('login', { name: login, password });
    tokens.set(login, body.token);
  }

  async function openDemo(): Promise<string> {
    const answer = (await (await fetch(`${started.url}/web/tempLogin`)).json()) as { data: { userId: string } };
    return answer.data.userId;
  }

  /** Asks with everything that an auditor may see. */
  const audit = <Body>(path: string): Promise<StaffAnswer<Body>> => ask<Body>(path, tokens.get('auditor'));
  return { started, passwords, tokens, ask, post, audit, openDemo };
}

/** `filter`, `range` and `sort` as ra-data-simple-rest sends them. */
export function listQuery(asked: { filter?: object; range?: [number, number]; sort?: [string, string] }): string {
  return new URLSearchParams(
    Object.entries(asked).map(([key, value]) => [key, JSON.stringify(value)] as [string, string]),
  ).toString();
}

export function refusalOf(body: unknown): unknown {
  return (body as { data: { refusal: string } }).data.refusal;
}
