import type { CodeSentView, SessionView } from '../../../contracts/account.contract';
import { RefusalError, toastError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';

/** From now on this is who is logged in here. */
export function enter(session: SessionView): void {
  queryClient.removeQueries({ queryKey: ['account'] });
  useSession.getState().start(session);
}

/** Sends a code and answers how it travels and when another may be asked for; says what went wrong and answers `null`. */
export async function sendCode(purpose: string, account: string, country = ''): Promise<CodeSentView | null> {
  try {
    return await calls.getCode({ purpose, account, country });
  } catch (error) {
    toastError(error);
    return null;
  }
}

/** The server speaks of the account; the form has a field for each way to write it. */
export async function refusedAt<Answer>(field: string, sending: Promise<Answer>): Promise<Answer> {
  try {
    return await sending;
  } catch (error) {
    if (!(error instanceof RefusalError) || error.data?.field !== 'account') throw error;
    throw new RefusalError(error.code, error.message, { ...error.data, field });
  }
}
