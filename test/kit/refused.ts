import { expect } from '@jest/globals';
import { languageKeys } from '../../shared/language.js';
import type { PendingCall } from './answered.js';
import type { CallName, StaffCallName } from './calls.js';

/** A call that cannot be: with which refusal, at which field, and in which sentence to an English reader. */
export type RefusedRow<Name extends string = CallName> = readonly [
  call: Name,
  fields: Fields,
  refusal: string,
  field: string | undefined,
  english: string | RegExp,
];

interface Caller<Name extends string> {
  when(call: Name, form: Fields): Pick<PendingCall<unknown>, 'send'>;
}

type Fields = Record<string, string | number>;

/** A place that was left open, or a code, a key or an instant in milliseconds where words should be. */
const UNSAID = /\d{13}|\{\{|\}\}|undefined|NaN|\[object|(?<![\w.@])[a-z]{2,}\.[a-z][a-z-]+(?![\w.])/;

export async function expectRefused<Name extends string>(
  caller: Caller<Name>,
  [call, fields, refusal, field, english]: RefusedRow<Name>,
): Promise<void> {
  const answer = await caller.when(call, { ...fields, lang: 'en' }).send();
  const { message } = answer.envelope;
  const sentence: unknown = typeof english === 'string' ? english : expect.stringMatching(english);
  expect([answer.refusal, answer.field, message]).toEqual([refusal, field, sentence]);
}

/** In each language the same refusal, whole and in other words. */
export async function expectInNineLanguages<Name extends string>(
  caller: Caller<Name>,
  [call, fields, refusal]: RefusedRow<Name>,
): Promise<void> {
  const messages: string[] = [];
  for (const lang of languageKeys) {
    const answer = await caller.when(call, { ...fields, lang }).send();
    expect([lang, answer.refusal]).toEqual([lang, refusal]);
    messages.push(answer.envelope.message);
  }
  expect([refusal, new Set(messages).size]).toEqual([refusal, languageKeys.length]);
  expect([refusal, messages.filter((message) => UNSAID.test(message))]).toEqual([refusal, []]);
}

/** Each as its row says, and then in nine languages. */
export async function expectRefusals<Name extends CallName | StaffCallName>(
  caller: Caller<Name>,
  rows: readonly RefusedRow<Name>[],
): Promise<void> {
  for (const row of rows) {
    await expectRefused(caller, row);
    await expectInNineLanguages(caller, row);
  }
}
