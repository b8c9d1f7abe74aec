import type { PolicyField } from '../../../contracts/policy.contract.js';

export type Values = Record<string, string | number | boolean>;

export interface Difference {
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

/** What was typed into a field as the value that is sent. The server holds it against the bounds and says what is wrong. */
export function valueOf(field: PolicyField, typed: string | boolean): string | number | boolean {
  if (field.kind === 'switch') return typed === true;
  const text = String(typed).trim();
  // What is no whole number stays as it was typed, so that the server refuses it instead of guessing.
  return field.kind === 'whole' && /^-?\d{1,15}$/.test(text) ? Number(text) : text;
}
