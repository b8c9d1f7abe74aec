import { describe, expect, it } from '@jest/globals';
import { amount } from '../../core/money.js';
import { TurnoverQuery } from './turnover.query.js';

type Parts = ConstructorParameters<typeof TurnoverQuery>[0];

describe('what is invested', () => {
  it('is read from the person’s own accounts, each by its whole name', async () => {
    const asked: { text: string; values: [string[], string] }[] = [];
    const rows = [
      { asset: 'USDT', amount: '40', idle: true },
      { asset: 'USDT', amount: '10', idle: false },
      { asset: 'BTC', amount: '2', idle: false },
    ];
    const query = new TurnoverQuery({
      pool: {
        query: (wanted: (typeof asked)[number]) => {
          asked.push(wanted);
          return Promise.resolve({ rows });
        },
      },
      projections: { feed: () => ({ position: 7 }) },
      prices: { priceUsdt: (asset: string) => amount(asset === 'BTC' ? '25' : '1') },
    } as unknown as Parts);
    const found = await query.of('real-1.1', 'invested');
    expect(found).toMatchObject({ invested: '60', balance: '100', position: 7 });
    const [{ text, values }] = asked as [(typeof asked)[number]];
    expect(text).not.toContain('LIKE');
    expect(values[0]).toHaveLength(10);
    expect(values[0]).toContain('user/real-1.1/finance/frozen');
    expect(values[1]).toBe('user/real-1.1/spot/available');
  });
});
