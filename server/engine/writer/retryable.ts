import { refusals, type RefusalRule } from '../../../contracts/refusal.contract.js';
import type { Refusal } from '../../core/refusal.js';

/** Whether nothing was decided yet: a repeat of the request is decided again, and not answered with this refusal. */
export function isRetryable({ refusal }: Refusal): boolean {
  const rule = (refusals as Readonly<Record<string, RefusalRule | undefined>>)[refusal];
  return rule?.retryable === true;
}
