import { describe, expect, it } from '@jest/globals';
import { searchable } from './market-list';
import { pickable, type Pickable, type PickerTab } from './picker';

const line = (base: string, kind: Pickable['class'] = 'stocks', name = base): Pickable => ({
  id: base,
  base,
  quote: null,
  name,
  class: kind,
  symbol: `${base}USDT`,
  decimals: 2,
});
const all = [
  line('BTC', 'crypto', 'Bitcoin'),
  line('USDT', 'stablecoin', 'Tether'),
  line('ANON', 'crypto', 'Onward'),
  line('ONTO'),
  line('ON', 'stocks', 'onsemi'),
];
const found = (typed: string, tab: PickerTab = 'all', own: readonly string[] = []) =>
  pickable(all, {
    tab,
    typed,
    own: new Set(own),
    textOf: ({ base, name }) => searchable(`${base} ${name}`),
  }).map(({ id }) => id);

describe('the picker', () => {
  it('puts the typed code first, then codes that begin with it, then names', () => {
    expect(found('on')).toEqual(['ON', 'ONTO', 'ANON']);
    expect(found('ＯＮ')[0]).toBe('ON');
  });

  it('keeps the order that it was given while nothing is typed', () => {
    expect(found('')).toEqual(['BTC', 'USDT', 'ANON', 'ONTO', 'ON']);
    expect(found(' ')).toHaveLength(5);
  });

  it('finds stablecoins among the coins, and in no other class', () => {
    expect(found('', 'crypto')).toEqual(['BTC', 'USDT', 'ANON']);
    expect(found('', 'stocks')).toEqual(['ONTO', 'ON']);
  });

  it('shows on its first tab what is a person’s own', () => {
    expect(found('', 'own', ['ON', 'USDT', 'GONE'])).toEqual(['USDT', 'ON']);
    expect(found('', 'own')).toEqual([]);
  });
});
