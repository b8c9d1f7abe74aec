import { describe, expect, it } from '@jest/globals';
import { languageKeys } from '../../shared/language.js';
import { policyFields, policyNames, policySchemas, type PolicyName } from '../../contracts/policy.contract.js';
import { filesBelow, read, readJson } from '../kit/sources.js';
import { bundle } from '../kit/words.js';

const seeds = readJson<{ name: PolicyName; values: Record<string, unknown> }[]>('seeds/policies.json');
const isSource = (path: string): boolean => /\.ts$/.test(path) && !/\.(spec|testkit)\.ts$/.test(path);
const sources = ['server', 'contracts', 'shared'].flatMap(filesBelow).filter(isSource);
// What publishes and shows policies names them all and follows none.
const readers = sources
  .filter((path) => !/^(server\/(staff\/lists|simulation)|contracts\/policy)/.test(path))
  .map(read);

/** `purpose3` is read as `purpose` and a number. */
const stem = (key: string): string => key.replace(/\d+$/, '');

function isRead(name: PolicyName, key: string): boolean {
  const following = readers.filter((text) => text.includes(`'${name}'`));
  // Values may be handed on whole; then the receiver names them.
  const word = new RegExp(`\\b${stem(key)}\\b`);
  return following.length > 0 && readers.some((text) => word.test(text));
}

type Applied = { name: string; inputs: object };

/** Events that name their user and the policy that they followed: people read them among the decisions about them. */
function decisions(): [string, Applied][] {
  const golden = filesBelow('test/golden/events').map((path) =>
    readJson<Record<string, Record<string, Decided>>>(path),
  );
  const all = golden.flatMap((types) => Object.entries(types));
  return all.flatMap(([type, schemas]) =>
    Object.values(schemas).flatMap(({ userId, policy, policies = [] }) =>
      userId === undefined
        ? []
        : [policy, ...policies].flatMap((one) => (one ? [[type, one] as [string, Applied]] : [])),
    ),
  );
}
type Decided = { userId?: string; policy?: Applied; policies?: Applied[] };

describe('the policies', () => {
  it('have a schema for each seed, and a seed for each schema', () => {
    expect(seeds.map(({ name }) => name).sort()).toEqual([...policyNames].sort());
  });

  it.each(seeds)('$name is seeded whole and within its bounds', ({ name, values }) => {
    expect(policySchemas[name].parse(values)).toEqual(values);
    const keys = policyFields(name).map(([key]) => key);
    expect(Object.keys(values).sort()).toEqual(keys.sort());
  });

  it.each(policyNames)('%s is followed: every value of it is read somewhere', (name) => {
    const keys = policyFields(name).map(([key]) => key);
    expect(keys.filter((key) => !isRead(name, key))).toEqual([]);
  });

  it.each(languageKeys)('say in %s what each of them is, and what each value means', (language) => {
    const texts = bundle(language, 'policy');
    const wanted = policyNames.flatMap((name) => [
      `name.${name}`,
      `rule.${name}`,
      ...policyFields(name).map(([key]) => `value.${name}.${stem(key)}`),
    ]);
    expect([...new Set(wanted)].filter((key) => !(key in texts))).toEqual([]);
  });

  it.each(languageKeys)('say in %s what was decided by them, and with which figures', (language) => {
    const texts = bundle(language, 'policy');
    const wanted = decisions().flatMap(([type, { name, inputs }]) => [
      `event.${type}`,
      ...Object.keys(inputs).map((key) => `value.${name}.${stem(key)}`),
    ]);
    expect(wanted.length).toBeGreaterThan(20);
    expect([...new Set(wanted)].filter((key) => !(key in texts))).toEqual([]);
  });

  it.each(languageKeys)('are said in %s with values that they have', (language) => {
    const texts = bundle(language, 'policy');
    const wrong = policyNames.flatMap((name) => {
      const keys = new Set(policyFields(name).map(([key]) => key));
      const placeholders = [...(texts[`rule.${name}`] ?? '').matchAll(/\{\{(\w+)\}\}/g)].map(([, key]) => key ?? '');
      return placeholders.filter((key) => !keys.has(key)).map((key) => `${name}: ${key}`);
    });
    expect(wrong).toEqual([]);
  });
});
