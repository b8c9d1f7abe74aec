import { toastError } from '../../lib/api';
import { calls } from '../../lib/calls';

/** Sends a code and answers after how many seconds another may be asked for; says what went wrong and answers `null`. */
export async function sendCode(
  purpose: 'bind-contact' | 'change-contact' | 'trade-password' | 'unfreeze-account',
  account: string,
): Promise<number | null> {
  try {
    return (await calls.getCode({ purpose, account })).resendSeconds;
  } catch (error) {
    toastError(error);
    return null;
  }
}
