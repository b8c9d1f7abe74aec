import { describe, expect, it } from '@jest/globals';
import { KIND_OF, say } from '../../server/staff/timeline/sentences.js';
import { readJson } from '../../test/kit/sources.js';
import { sentenceOf } from './sentence.js';

const english = readJson<{ console: Record<string, Record<string, string>> }>('locales/en/console.json').console;
type Golden = Record<string, Record<string, unknown>>;
const nouns = [
  'account',
  'transfer',
  'conversion',
  'spot',
  'security',
  'risk',
  'credit',
  'identity',
  'c2c',
  'c2c-chat',
  'recovery',
  'review',
  'wallet',
  'message',
];
const golden: Golden = Object.assign({}, ...nouns.map((noun) => readJson<Golden>(`test/golden/events/${noun}.json`)));

/** As the console's translator fills in values; an unknown key answers itself. */
function translate(key: string, values: Record<string, unknown> = {}): string {
  const [, part = '', name = ''] = key.split('.');
  const text = english[part]?.[name];
  return text === undefined ? key : text.replace(/%\{(\w+)\}/g, (hole, value: string) => String(values[value] ?? hole));
}

describe('the timeline of a user', () => {
  it.each(Object.keys(KIND_OF))('says %s in words, with every value filled in', (type) => {
    const [data] = Object.values(golden[type] ?? {});
    const told = sentenceOf(say(type, data, new Set(['demo-carol'])), translate, 'en');
    expect(told).not.toMatch(/%\{|console\.|undefined/);
    expect(told.length).toBeGreaterThan(10);
  });

  it('names a type that nobody has put into words yet', () => {
    expect(sentenceOf(say('VoucherGiven', {}, new Set()), translate, 'en')).toContain('VoucherGiven');
  });

  it('tells a fill from the side of whose timeline it is', () => {
    const [data] = Object.values(golden['SpotOrderMatched'] ?? {}) as [Record<string, unknown>];
    expect(say('SpotOrderMatched', data, new Set(['demo-carol']))).toMatchObject({
      sentence: 'filled-taker',
      values: { side: 'buy', fee: '0.3131' },
    });
    const maker = { ...data, makerOwner: 'demo-bob', makerOrderId: 'o-1', makerFee: '0.1' };
    expect(say('SpotOrderMatched', maker, new Set(['demo-bob']))).toMatchObject({
      sentence: 'filled-maker',
      values: { side: 'sell', fee: '0.1' },
      orderId: 'o-1',
    });
  });

  it('formats figures as the reader writes them', () => {
    const said = { sentence: 'order-amended', values: { symbol: 'BTCUSDT', price: '60000.5', quantity: '0.25' } };
    expect(sentenceOf(said, translate, 'de')).toContain('60.000,5');
  });
});
