import { describe, expect, it } from '@jest/globals';
import { join } from 'node:path';
import '../../server/features.js';
import type { StreamKind } from '../../server/core/decider.js';
import { eventTypes, idFieldsOf } from '../../server/engine/history/event-types.js';
import { declarationOf, streamDeclarations } from '../../server/features.js';
import { ROOT, filesBelow, read, readJson } from '../kit/sources.js';

const DECLARED = /^export const (\w+): (?:StreamKind<|BookKind\b)/gm;
const isSource = (path: string): boolean => /\.ts$/.test(path) && !/\.(spec|testkit)\.ts$/.test(path);

/** Every kind of stream that a file of the server exports. */
const exported = filesBelow('server')
  .filter(isSource)
  .flatMap((path) => [...read(path).matchAll(DECLARED)].map(([, name = '']) => ({ path, name })));

describe('the kinds of streams', () => {
  it.each(exported)('$name is known to console, replay and pushed changes', async ({ path, name }) => {
    const kinds = (await import(join(ROOT, path))) as Record<string, StreamKind<unknown>>;
    expect(streamDeclarations.map(({ kind }) => kind)).toContain(kinds[name]);
  });

  it('are declared once, and their names have no dash, which is where the id begins', () => {
    const names = streamDeclarations.map(({ kind }) => kind.name);
    expect(names).toEqual([...new Set(names)]);
    expect(names.filter((name) => !/^[a-zA-Z0-9]+$/.test(name))).toEqual([]);
    expect(exported).toHaveLength(names.length);
  });

  it('are found by a stream of theirs', () => {
    expect(declarationOf('deposit-usdt-1')).toMatchObject({ kind: { name: 'deposit' }, id: 'usdt-1' });
    expect(declarationOf('depositIndex-ERC20')?.kind.name).toBe('depositIndex');
    expect(declarationOf('nothing')).toBeUndefined();
    expect(declarationOf('gossip-1')).toBeUndefined();
  });

  it('are those that ids in events say they lead to', () => {
    const named = eventTypes().flatMap(({ type }) => Object.values(idFieldsOf(type)));
    const kinds = named.flatMap((of) => (of.startsWith('stream ') ? [of.slice('stream '.length)] : []));
    expect(new Set(kinds)).toContain('withdrawal');
    expect(kinds.filter((kind) => declarationOf(`${kind}-1`) === undefined)).toEqual([]);
  });

  it('tell nobody how staff decide: no stream of a review or of staff reaches a person', () => {
    const visible = streamDeclarations.filter(({ audience }) => audience === 'person').map(({ kind }) => kind.name);
    expect(visible.filter((name) => ['review', 'staff', 'policy', 'document'].includes(name))).toEqual([]);
  });

  it('that a person hears of name them in every event', () => {
    const golden = filesBelow('test/golden/events').flatMap((path) =>
      Object.entries(readJson<Record<string, Record<string, { userId?: string }>>>(path)),
    );
    const nameless = golden.flatMap(([type, schemas]) =>
      Object.values(schemas).some(({ userId }) => userId === undefined) ? [type] : [],
    );
    const ofPersons = /^(Deposit(?!IndexTaken)|Withdrawal|C2c|Identity|Payee|Credit|Message|Wallet|Transfer|Risk)/;
    expect(nameless.filter((type) => ofPersons.test(type))).toEqual([]);
  });
});
