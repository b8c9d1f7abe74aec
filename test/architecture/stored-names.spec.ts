import { describe, expect, it } from '@jest/globals';
import { handlersOf, type Ports } from '../../server/features.js';
import { eventTypes } from '../../server/engine/history/event-types.js';
import { filesBelow, read, readJson } from '../kit/sources.js';

/** Words of our own where the field has another: authenticator, payment proof, first approval, request, notify, signal, reason. */
const DIALECT = /^(google|voucher|seconded|asked|told|wish|wished|standing|signs|why)$/;

/** A fee voucher is what the field calls it; on its own the word means a proof of payment. */
const FIELD_WORDS = /fee_?voucher/gi;

/** `AuthenticatorCodeUsed` and `asked_until` by their words. */
const wordsOf = (name: string): string[] => name.split(/(?<=[a-z0-9])(?=[A-Z])|[_-]/).map((word) => word.toLowerCase());

const strange = (names: Iterable<string>): string[] =>
  [...new Set(names)].filter((name) => wordsOf(name.replace(FIELD_WORDS, '')).some((word) => DIALECT.test(word)));

function keysOf(data: unknown): string[] {
  if (typeof data !== 'object' || data === null) return [];
  const own = Array.isArray(data) ? [] : Object.keys(data);
  return [...own, ...Object.values(data).flatMap(keysOf)];
}

describe('what history and timers are stored under says it in the words of the field', () => {
  it('in the types of events', () => {
    const types = eventTypes().map(({ type }) => type);
    expect(types.length).toBeGreaterThan(100);
    expect(strange(types)).toEqual([]);
  });

  it('in the fields of events', () => {
    const golden = filesBelow('test/golden/events').map((path) =>
      Object.values(readJson<Record<string, Record<string, unknown>>>(path)).flatMap((schemas) =>
        Object.values(schemas),
      ),
    );
    const fields = golden.flat().flatMap(keysOf);
    expect(fields.length).toBeGreaterThan(500);
    expect(strange(fields)).toEqual([]);
  });

  it('in the types of commands', () => {
    const types = handlersOf({} as Ports).map(({ type }) => type);
    expect(types.length).toBeGreaterThan(60);
    expect(strange(types)).toEqual([]);
  });

  it('in the names of reactions', () => {
    const sources = filesBelow('server').filter((path) => /\.(reactions|notifications?)\.ts$/.test(path));
    const names = sources.flatMap((path) => [...read(path).matchAll(/'(when-[\w-]+)'/g)].map(([, name]) => name!));
    expect(names.length).toBeGreaterThan(10);
    expect(strange(names)).toEqual([]);
  });
});
