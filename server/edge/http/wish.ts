import { AsyncLocalStorage } from 'node:async_hooks';
import { hash } from 'node:crypto';
import type { RequestToken } from '../../core/command.js';

const running = new AsyncLocalStorage<string>();

/** Carries a request out under the name of its wish: its path and its key, which every repeat of it has too. */
export function duringWish<Answer>(path: string, token: RequestToken | undefined, run: () => Answer): Answer {
  return token === undefined ? run() : running.run(`${path} ${token.key}`, run);
}

/**
 * Names the wish that is being carried out, or '' where nothing would tell its repeat. A code is used up for a wish: when the writer
 * was away after it, the repeat shows the same code again, and it must not be wrong.
 */
export function wishNow(): string {
  const name = running.getStore();
  return name === undefined ? '' : hash('sha256', name, 'base64url');
}
