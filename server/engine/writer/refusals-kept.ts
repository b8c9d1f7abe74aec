import type { RequestToken } from '../../core/command.js';
import type { Command, CommandResult } from '../../core/decider.js';
import { isRetryable } from './retryable.js';
import { refuse, type Refusal } from '../../core/refusal.js';

const KEPT_MAX = 50_000;

/** What another request gets under a token that was used. */
export const REUSED = { ok: false, refusal: refuse('request.token-reused'), repeated: false } as const;

/** Refusals by the command's request token, for repeats within this process. */
export class RefusalsKept {
  private readonly byKey = new Map<string, { token: RequestToken; refusal: Refusal }>();

  /** The oldest are forgotten first. What could not be decided now is decided by the repeat. */
  keep({ requestToken: token }: Pick<Command, 'requestToken'>, refusal: Refusal): void {
    if (token?.key === undefined || isRetryable(refusal)) return;
    this.byKey.set(token.key, { token, refusal });
    for (const key of this.byKey.keys()) {
      if (this.byKey.size <= KEPT_MAX) break;
      this.byKey.delete(key);
    }
  }

  find({ requestToken: token }: Pick<Command, 'requestToken'>): CommandResult | undefined {
    const kept = token?.key === undefined ? undefined : this.byKey.get(token.key);
    if (kept === undefined) return undefined;
    if (kept.token.fingerprint !== token?.fingerprint) return REUSED;
    return { ok: false, refusal: kept.refusal, repeated: true };
  }

  clear(): void {
    this.byKey.clear();
  }
}
