import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { contractNamed, deliveryOf, perpetualOf, symbolKind } from './contract-symbol.js';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

describe('the symbol of a contract', () => {
  it('names what it is on and when it delivers', () => {
    expect(contractNamed('BTCUSDT-PERP')).toEqual({ symbol: 'BTCUSDT-PERP', underlying: 'BTCUSDT', deliversAt: null });
    const delivery = contractNamed('XAUUSDT-261204');
    expect(delivery?.underlying).toBe('XAUUSDT');
    expect(new Date(delivery?.deliversAt ?? 0).toISOString()).toBe('2026-12-04T08:00:00.000Z');
  });

  it.each([
    'BTCUSDT',
    'BTCUSDT-',
    'BTCUSDT-PERPETUAL',
    'BTCUSDT-260230',
    'BTCUSDT-261332',
    '-PERP',
    'btcusdt-PERP',
    'BTC-PERP',
  ])('is not %s', (symbol) => {
    expect(contractNamed(symbol)).toBeUndefined();
  });

  it('says which product it is traded as', () => {
    expect(['BTCUSDT', 'BTCUSDT-PERP', 'BTCUSDT-261204'].map(symbolKind)).toEqual([
      'instrument',
      'perpetual',
      'delivery',
    ]);
  });

  it('is read back as it was made', () => {
    fc.assert(
      fc.property(fc.integer({ min: 10_957, max: 47_000 }), (day) => {
        const deliversAt = day * DAY_MS + 8 * HOUR_MS;
        const symbol = deliveryOf('EURUSDT', deliversAt);
        expect(contractNamed(symbol)).toEqual({ symbol, underlying: 'EURUSDT', deliversAt });
      }),
    );
    expect(contractNamed(perpetualOf('EURUSDT'))?.deliversAt).toBeNull();
  });
});
