import { format, type Amount } from '../../shared/money.js';
import { isOnHold } from '../engine/ledger/chart.js';
import type { Findings } from './findings.js';
import type { PostingsCheck } from './postings.check.js';
import type { StatesCheck } from './states.check.js';

/** Every on-hold balance is the sum of what the streams of its realm declare to hold. One without a holder is a finding. */
export function checkHolds(
  realm: string,
  head: number,
  parts: { readonly states: StatesCheck; readonly postings: PostingsCheck; readonly findings: Findings },
): void {
  const { states, postings, findings } = parts;
  const holds = new Map<string, Amount>();
  const holders = new Map<string, Set<string>>();
  for (const { stream, kind, position, state } of states.holders()) {
    try {
      for (const [key, held] of kind.holds?.(state) ?? []) {
        holds.set(key, (holds.get(key) ?? 0n) + held);
        holders.set(key, (holders.get(key) ?? new Set()).add(kind.name));
      }
    } catch (error) {
      findings.add('holds', realm, position, `${stream}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  for (const [key, balance] of postings.balances) {
    if (!isOnHold(key.slice(0, key.lastIndexOf(' ')))) continue;
    const held = holds.get(key) ?? 0n;
    holds.delete(key);
    if (held === balance) continue;
    const who = [...(holders.get(key) ?? [])].sort().join(', ');
    const what = who === '' ? 'nothing declares a hold' : `${who} hold ${format(held)}`;
    findings.add('holds', realm, postings.lastPosition(key) ?? head, `${key} has ${format(balance)}, ${what}`);
  }
  for (const [key, held] of holds)
    if (held !== 0n) findings.add('holds', realm, head, `${key} should have ${format(held)} on hold, and has none`);
}
