import type { PolicyField } from '../../../contracts/policy-field.contract.js';

export type Values = Record<string, string | number | boolean>;

interface Difference {
  readonly key: string;
  readonly before: Values[string] | undefined;
  readonly after: Values[string] | undefined;
}

/** The values that differ, in the order of the new ones. A value that is in one of the two only is shown as missing. */
export function differences(before: Values, after: Values): Difference[] {
  const keys = [...new Set([...Object.keys(after), ...Object.keys(before)])];
  return keys
    .filter((key) => before[key] !== after[key])
    .map((key) => ({ key, before: before[key], after: after[key] }));
}

/** A field's text as the value that is sent. The server checks the bounds. */
export function valueOf(field: PolicyField, typed: string | boolean): string | number | boolean {
  if (field.kind === 'switch') return typed === true;
  const text = String(typed).trim();
  // What is no whole number stays as it was typed, so that the server refuses it instead of guessing.
  return field.kind === 'whole' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}

/** Why a proposal was rejected. The program rejects when the time has come and the values no longer fit their bounds. */
export function rejectionText(
  { decidedBy, decision }: { decidedBy: string; decision: string },
  translate: (key: string) => string,
): string {
  return decidedBy === 'timer' ? translate('console.policy.out_of_range') : decision || '–';
}

/** `a,b` → both; nothing and `none` → none. */
export function splitList(value: Values[string] | undefined): string[] {
  const text = String(value ?? '');
  return text === '' || text === 'none' ? [] : text.split(',');
}

/** Every half hour, and the one that is set. */
export function clockTimes(endsDay: boolean, set: string): string[] {
  const half = Array.from({ length: 48 }, (_, n) => `${String(n >> 1).padStart(2, '0')}:${n % 2 === 0 ? '00' : '30'}`);
  return [...new Set([...half, ...(endsDay ? ['24:00'] : []), ...(set === '' ? [] : [set])])].sort();
}
