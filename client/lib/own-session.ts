import { getInfo } from '../../contracts/account.calls';
import type { SessionView } from '../../contracts/account.contract';
import { api } from './api';

/** The session as this browser keeps it: money, cards and payment settings stay out of its storage. */
export async function readOwnSession(): Promise<SessionView> {
  const { token, lang, realm, userId, name, phone, email, transaction_password, frozen, demo } =
    await api.call(getInfo);
  return { token, lang, realm, userId, name, phone, email, transaction_password, frozen, demo };
}
