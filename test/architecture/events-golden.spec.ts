import { beforeAll, describe, expect, it } from '@jest/globals';
import { basename, join } from 'node:path';
import { policyNames } from '../../contracts/policy.contract.js';
import { eventTypes, idFieldsOf, upcast, type EventType } from '../../server/engine/history/event-types.js';
import { PERSONAL } from '../../server/edge/auth/masking.js';
import { ROOT, filesBelow, has, readJson } from '../kit/sources.js';

/** Golden data by type and schema, as the store may hold it for ever. */
type Golden = Record<string, Record<string, unknown>>;

const files = filesBelow('server').filter((path) => path.endsWith('.events.ts'));
const goldenOf = (path: string): string => `test/golden/events/${basename(path, '.events.ts')}.json`;

describe.each(files)('the events of %s', (path) => {
  let declared: EventType[];
  let golden: Golden;

  beforeAll(async () => {
    const before = new Set(eventTypes().map(({ type }) => type));
    await import(join(ROOT, path));
    declared = eventTypes().filter(({ type }) => !before.has(type));
    golden = has(goldenOf(path)) ? readJson<Golden>(goldenOf(path)) : {};
  });

  it('are declared', () => {
    expect(declared).not.toEqual([]);
  });

  it('have a golden JSON for every schema that was ever written', () => {
    const wanted = declared.flatMap(({ type, schema }) => Array.from({ length: schema }, (_, n) => `${type} ${n + 1}`));
    const found = Object.entries(golden).flatMap(([type, schemas]) => Object.keys(schemas).map((n) => `${type} ${n}`));
    expect(found.sort()).toEqual(wanted.sort());
  });

  it('say which of their fields name a person in clear, where one is called like it', () => {
    const silent = declared.filter(({ personal }) => personal === undefined).map(({ type }) => type);
    const looking = silent.filter((type) => Object.values(golden[type] ?? {}).some(looksPersonal));
    expect(looking).toEqual([]);
  });

  it('say of what every id in their data is', () => {
    const undeclared = declared.flatMap(({ type }) => {
      const fields = idFieldsOf(type);
      const found = Object.values(golden[type] ?? {}).flatMap((data) => idsLooking(data));
      return [...new Set(found)].filter((key) => fields[key] === undefined).map((key) => `${type}.${key}`);
    });
    expect(undeclared).toEqual([]);
  });

  it('still lift from every schema to the newest', () => {
    for (const [type, schemas] of Object.entries(golden)) {
      const newest = declared.find((one) => one.type === type)?.schema;
      for (const [schema, data] of Object.entries(schemas)) {
        const lifted = upcast(type, Number.parseInt(schema, 10), data);
        expect(lifted.schema).toBe(newest);
        expect(shape(lifted.data)).toEqual(shape(schemas[String(newest)]));
      }
    }
  });
});

/** A text under a name that persons are known by, and that is no policy's name. */
function looksPersonal(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false;
  const isPolicy = (text: string): boolean => policyNames.some((name) => name === text);
  return Object.entries(data).some(([key, value]) =>
    typeof value === 'string' ? PERSONAL.has(key) && !isPolicy(value) : looksPersonal(value),
  );
}

/** `c2c-rkvsqzw1jasvbwcs`, `real-7h2k9q.1`: a short word, a dash, and letters with a digit among them. */
const ID = /^[a-z][a-z0-9]*-(?=[a-z]*\d)[a-z0-9]{4,}(\.\d+)?$/;

/** Names of fields that are called like an id, or whose text, or any text of whose list, looks like one. */
function idsLooking(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  return Object.entries(data).flatMap(([key, value]) => {
    const texts = (Array.isArray(value) ? value : [value]).filter((text) => typeof text === 'string');
    const named = texts.length > 0 && /(?:Ids?|[a-z]By)$/.test(key);
    if (named || texts.some((text) => ID.test(text))) return [key];
    return Array.isArray(value) ? value.flatMap(idsLooking) : idsLooking(value);
  });
}

/** Names of the fields at the top, which is what code reads first. */
function shape(data: unknown): string[] {
  return Object.keys(data as object).sort();
}
