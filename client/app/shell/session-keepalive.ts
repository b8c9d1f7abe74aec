// As `lib/i18n` sets it up, which loads texts when it is imported.
import i18next from 'i18next';
import { useEffect } from 'react';
import { exitDemo, logout, regenerateDemo, tempLogin } from '../../../contracts/account.calls';
import type { Envelope } from '../../../contracts/envelope.contract';
import { refreshOwnSession } from '../../lib/own-session';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { api, toastError } from '../../lib/api';
import { EVERYTHING_OWN } from '../../lib/keys';
import { confirm } from '../../ui/confirm';
import { loginPath } from '../routes';

/** Ends the session here and on the server; a demo account asks first, because nobody can log in to it again. */
export async function logOut(): Promise<void> {
  const t = i18next.t;
  const { session, clear } = useSession.getState();
  if (session === null) return;
  if (session.demo) {
    const sure = await confirm({
      title: t('demo.exitTitle'),
      body: t('demo.exitBody'),
      confirmLabel: t('demo.exit'),
      kind: 'danger',
    });
    if (!sure) return;
  }
  const leaving = session.demo ? api.call(exitDemo) : api.call(logout);
  // No request is sent for a session that is about to end: every answer would be a refusal.
  clear();
  queryClient.removeQueries(EVERYTHING_OWN);
  await leaving.catch(() => undefined);
}

/** A new epoch of the demo account: fresh funds, another 30 days; the history stays readable. */
export async function regenerate(): Promise<void> {
  const t = i18next.t;
  const sure = await confirm({
    title: t('demo.regenerateTitle'),
    body: t('demo.regenerateBody'),
    confirmLabel: t('demo.regenerate'),
  });
  if (!sure) return;
  const session = await api.call(regenerateDemo).catch(() => null);
  if (session === null) return;
  useSession.getState().merge(session);
  await queryClient.invalidateQueries(EVERYTHING_OWN);
}

/** Refreshes the session from the server on a page load, and prompts for a new log-in on code 2000. */
export function useSessionKeepalive(): void {
  const token = useSession((state) => state.session?.token);
  useEffect(() => {
    if (token === undefined) return;
    refreshOwnSession().catch(() => undefined);
  }, [token]);
  const ended = useSession((state) => state.ended);
  useEffect(() => {
    if (ended !== null) void promptLogin(ended);
  }, [ended]);
}

async function promptLogin({ title, message }: Pick<Envelope, 'title' | 'message'>): Promise<void> {
  const ended = useSession.getState().session?.token;
  await confirm({ title, body: message, confirmLabel: i18next.t('ended.logInAgain'), forced: true });
  const { session } = useSession.getState();
  // Logged in again in another tab meanwhile.
  if (session !== null && session.token !== ended) return useSession.getState().start(session);
  // Clearing sends a guarded screen to the log-in by itself, so the way back is taken down before.
  const login = loginPath(location.pathname + location.search + location.hash);
  useSession.getState().clear();
  location.assign(login);
}

/** From the demo account to the real one and back; what is kept of the one is not shown in the other. */
export async function switchAccount(): Promise<void> {
  useSession.getState().switchOver();
  await queryClient.resetQueries(EVERYTHING_OWN);
}

/** One click to a demo account: back to the one that is kept beside the real account, or to a new one. */
export async function startDemo(): Promise<boolean> {
  if (useSession.getState().other?.realm === 'demo') {
    await switchAccount();
    return true;
  }
  try {
    const session = await api.call(tempLogin);
    queryClient.removeQueries(EVERYTHING_OWN);
    useSession.getState().start(session);
    return true;
  } catch (error) {
    toastError(error);
    return false;
  }
}
