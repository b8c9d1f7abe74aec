import type { Command, CommandResult } from '../../core/decider.js';
import type { Refusal } from '../../core/refusal.js';

const KEPT_MAX = 50_000;

/** Refusals by idempotency key, for repeats within this process. */
export class RefusalsKept {
  private readonly byKey = new Map<string, Refusal>();

  /** The oldest are forgotten first. What could not be decided now is decided by the repeat. */
  keep({ keys = [] }: Command, refusal: Refusal): void {
    if (refusal.refusal === 'request.unavailable') return;
    for (const key of keys) this.byKey.set(key, refusal);
    for (const key of this.byKey.keys()) {
      if (this.byKey.size <= KEPT_MAX) break;
      this.byKey.delete(key);
    }
  }

  find(keys: readonly string[]): CommandResult | undefined {
    for (const key of keys) {
      const refusal = this.byKey.get(key);
      if (refusal !== undefined) return { ok: false, refusal, repeated: true };
    }
    return undefined;
  }

  clear(): void {
    this.byKey.clear();
  }
}
