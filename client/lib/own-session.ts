import { getInfo } from '../../contracts/account.calls';
import type { SessionView } from '../../contracts/account.contract';
import { api } from './api';
import { useSession } from './session';

/** The session as this browser keeps it: money, cards and payment settings stay out of its storage. */
export async function readOwnSession(): Promise<SessionView> {
  const { token, lang, realm, userId, name, phone, email, transaction_password, frozen, demo } =
    await api.call(getInfo);
  return { token, lang, realm, userId, name, phone, email, transaction_password, frozen, demo };
}

/** Merges the server's word into the session it was asked for; where another one is on by then, nothing changes. */
export async function refreshOwnSession(): Promise<void> {
  const asked = useSession.getState().session?.token;
  const fresh = await readOwnSession();
  const { session, merge } = useSession.getState();
  if (session?.token === asked) merge(fresh);
}
