import type { StaffFactorView, StaffRecoveryView, StaffSessionView } from '../../contracts/staff.contract.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';

/** Everything that a member of the staff needs to get in. */
export interface StaffKeys {
  readonly name: string;
  readonly password: string;
  readonly secret: string;
  /** Recovery codes that are left. */
  readonly recovery: string[];
  /** The newest step whose code was used. */
  usedStep: number;
}

export interface StaffReply<Body> {
  readonly status: number;
  readonly body: Body;
}

export type StaffPost = <Body>(path: string, body: object, token?: string) => Promise<StaffReply<Body>>;

/** `address` is where the calls seem to come from: wrong tries are counted by it. */
export function staffPost(url: string, address?: string): StaffPost {
  return async <Body>(path: string, body: object, token = '') => {
    const headers: Record<string, string> = { 'content-type': 'application/json' };
    if (address !== undefined) headers['x-forwarded-for'] = address;
    if (token !== '') headers['authorization'] = `Bearer ${token}`;
    const response = await fetch(`${url}/staff/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    return { status: response.status, body: (await response.json()) as Body };
  };
}

/**
 * The first log-in of an account, as its owner goes through it: an own password, then an authenticator. `now` is what the server's
 * clock says.
 */
export async function firstLogin(
  post: StaffPost,
  name: string,
  initial: string,
  now = Date.now(),
): Promise<StaffKeys & { token: string }> {
  const password = chosenOver(initial);
  const { token } = (await done(post<StaffSessionView>('login', { name, password: initial }))).body;
  await done(post('changePassword', { password: initial, newPassword: password }, token));
  const { secret } = (await done(post<StaffFactorView>('beginFactor', {}, token))).body;
  const step = stepAt(now);
  const code = totpAt(secret, step);
  const { codes } = (await done(post<StaffRecoveryView>('confirmFactor', { code }, token))).body;
  return { name, password, secret, recovery: codes, usedStep: step, token };
}

/** Another for each account, in digits: letters of chance sometimes spell the owner's name, and such a password is refused. */
const chosenOver = (initial: string): string =>
  `${[...initial.slice(0, 12)].map((letter) => letter.charCodeAt(0)).join('')} chosen myself`;

/**
 * A code that was not used yet: of the authenticator within its drift, else one of those that were written down. `now` is what
 * the server's clock says.
 */
export function nextCode(keys: StaffKeys, now = Date.now()): string {
  const step = Math.max(keys.usedStep + 1, stepAt(now));
  if (step <= stepAt(now) + 1) {
    keys.usedStep = step;
    return totpAt(keys.secret, step);
  }
  const code = keys.recovery.shift();
  if (code === undefined) throw new Error(`${keys.name} has no code left`);
  return code;
}

export async function sessionOf(post: StaffPost, keys: StaffKeys, now?: number): Promise<StaffSessionView> {
  const { name, password } = keys;
  return (await done(post<StaffSessionView>('login', { name, password, code: nextCode(keys, now) }))).body;
}

export const logIn = async (post: StaffPost, keys: StaffKeys, now?: number): Promise<string> =>
  (await sessionOf(post, keys, now)).token;

async function done<Body>(reply: Promise<StaffReply<Body>>): Promise<StaffReply<Body>> {
  const answer = await reply;
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer;
}
