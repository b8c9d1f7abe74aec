import type { CodeSentView } from '../../../contracts/account.contract';
import { toastError } from '../../lib/api';
import { calls } from '../../lib/calls';

/** Sends a code and answers how it travels and when another may be asked for; says what went wrong and answers `null`. */
export async function sendCode(
  purpose: 'bind-contact' | 'change-contact' | 'trade-password' | 'unfreeze-account',
  account: string,
): Promise<CodeSentView | null> {
  try {
    return await calls.getCode({ purpose, account });
  } catch (error) {
    toastError(error);
    return null;
  }
}
