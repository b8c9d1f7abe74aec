import { lazy, Suspense } from 'react';
import { create } from 'zustand';
import { RefusalError } from '../../lib/api';
import type { Shut } from './UnlockDialog';

const UnlockDialog = lazy(() => import('./UnlockDialog'));

const usePrompt = create<{ prompt: { why: Shut; answer: (unlocked: boolean) => void } | null }>(() => ({
  prompt: null,
}));

/** Sends a request that needs the trade password: prompts for it once a session, then sends the request. */
export async function onceUnlocked<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    const why = error instanceof RefusalError ? shutBy(error.data?.refusal) : null;
    if (why === null || !(await unlockTrading(why))) throw error;
    return send();
  }
}

/** What the dialog is about; `null` for a refusal that it can do nothing against. */
export function shutBy(refusal: string | undefined): Shut | null {
  if (refusal === 'security.trade-password-required') return 'required';
  return refusal === 'security.trade-password-missing' ? 'missing' : null;
}

/** Asks in a dialog; resolves with whether this session may trade now. */
function unlockTrading(why: Shut): Promise<boolean> {
  usePrompt.getState().prompt?.answer(false);
  return new Promise((resolve) => {
    const answer = (unlocked: boolean) => {
      usePrompt.setState({ prompt: null });
      resolve(unlocked);
    };
    usePrompt.setState({ prompt: { why, answer } });
  });
}

/** Mounted once by the shell. */
export function UnlockHost() {
  const prompt = usePrompt((state) => state.prompt);
  if (prompt === null) return null;
  return (
    <Suspense fallback={null}>
      <UnlockDialog why={prompt.why} onAnswer={prompt.answer} />
    </Suspense>
  );
}
