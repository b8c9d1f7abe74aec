import { describe, expect, it } from '@jest/globals';
import type { Ports } from '../../server/features.js';
import { declared, ownedOf, streamDeclarations } from '../../server/features.js';
import { languageKeys } from '../../shared/language.js';
import { bundle } from '../kit/words.js';

/** What no product holds, and what is on hold without a name. */
const OWN = ['available', 'other'];
const parts = ownedOf({} as Ports);

describe('“What I own”', () => {
  it('has a part of every kind of stream that holds money, and of each one only', () => {
    const holders = streamDeclarations.filter(({ kind }) => kind.holds !== undefined).map(({ kind }) => kind.name);
    expect(holders).toContain('custody');
    const named = parts.flatMap(({ kinds }) => kinds.map(({ name }) => name));
    expect(named.toSorted()).toEqual([...new Set(named)].toSorted());
    expect(holders.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('has a part of every feature with open principal', () => {
    const names = parts.map(({ name }) => name);
    const withPrincipal = declared.filter(({ principal }) => principal !== undefined).map(({ name }) => name);
    expect(withPrincipal).toContain('contract');
    expect(withPrincipal.filter((name) => !names.includes(name))).toEqual([]);
  });

  it('names each product and debt in every language, on the screen and in the console', () => {
    const debts = declared.flatMap(({ debts: part }) => part?.kind.name ?? []);
    const wanted = [...new Set([...OWN, ...parts.map(({ name }) => name), ...debts])];
    for (const language of languageKeys) {
      const [screen, console] = [bundle(language, 'owned'), bundle(language, 'console')];
      const unnamed = wanted.filter((name) => !screen[`product.${name}`] || !console[`console.owned.of.${name}`]);
      expect([language, unnamed]).toEqual([language, []]);
    }
  });
});
