import { amount } from '../../../shared/money.js';
import type { StreamKind } from '../decider.js';
import { OpenDebts } from './open-debts.js';

/** Debts that a test sets, on streams of a kind that it has anyway. */
export function owing(kind: StreamKind<unknown>, owes: { readonly usdt: string }): OpenDebts {
  const debts = () => [{ id: 'debt', label: '', usdt: amount(owes.usdt), dueAt: null, dueUsdt: amount(owes.usdt) }];
  return new OpenDebts([{ kind, debts, overdue: () => undefined }]);
}
