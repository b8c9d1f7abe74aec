import type { AuthProvider } from 'react-admin';
import { staffLogout } from '../../contracts/staff.calls.js';
import type { StaffSessionView } from '../../contracts/staff.contract.js';
import { mayOpen } from './access';
import { api } from '../lib/http';
import { session } from '../lib/session';

/**
 * react-admin answers a failed check by going to the login page and asking again at once. The router goes there when the
 * browser has time, which it would not have while the questions follow each other without a pause.
 */
const REFUSAL_PAUSE_MS = 100;

/** The login page has collected password and code already; this takes its result. */
async function login(view: StaffSessionView): Promise<void> {
  session.write(view);
}

async function logout(): Promise<void> {
  // The server forgets the session as well; when it cannot be reached, the session ends by its own expiry.
  if (session.read() === undefined) return;
  await api.call(staffLogout).catch(() => undefined);
  session.clear();
}

function isCurrent(view: StaffSessionView | undefined): view is StaffSessionView {
  return view !== undefined && view.setup === null && view.expiresAt > Date.now();
}

/** Staff sessions: `/staff/login` opens one, a refusal with status 401 ends it. Roles decide what is shown. */
export const authProvider: AuthProvider = {
  login,
  logout,
  async checkAuth() {
    if (isCurrent(session.read())) return;
    // A session whose setup is not finished waits at the door, where it goes on.
    if (session.read()?.setup === null) session.end();
    await new Promise((resolve) => setTimeout(resolve, REFUSAL_PAUSE_MS));
    // The login page itself says when a session has ended; a first visit is no mistake and needs no message.
    throw Object.assign(new Error(), { message: false });
  },
  async checkError(error: { status?: number }) {
    if (error.status !== 401) return;
    session.end();
    throw Object.assign(new Error(), { message: false });
  },
  async getIdentity() {
    const view = session.read();
    return { id: view?.staffId ?? '', fullName: view?.name ?? '' };
  },
  async getPermissions() {
    return session.read()?.roles ?? [];
  },
  async canAccess({ resource, action }) {
    const known = session.read();
    return mayOpen(known?.roles ?? [], resource, action, known?.queues);
  },
};
