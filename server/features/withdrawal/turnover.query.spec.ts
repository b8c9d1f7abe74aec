import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import { TurnoverQuery } from './turnover.query.js';

describe('what is invested', () => {
  it('is read from the person’s own accounts, each by its whole name', async () => {
    const queries: { name: string; text: string; values: [string[], string] }[] = [];
    const rows = [
      { asset: 'USDT', amount: '40', idle: true },
      { asset: 'USDT', amount: '10', idle: false },
      { asset: 'BTC', amount: '2', idle: false },
    ];
    const query = new TurnoverQuery(
      ...([
        {
          query: (wanted: (typeof queries)[number]) => {
            queries.push(wanted);
            return Promise.resolve({ rows: wanted.name === 'turnover-held' ? rows : [] });
          },
        },
        { feed: () => ({ position: 7 }), waitFor: () => Promise.resolve(true) },
        { priceUsdt: (asset: string) => amount(asset === 'BTC' ? '25' : '1') },
      ] as unknown as ConstructorParameters<typeof TurnoverQuery>),
    );
    const found = await query.of('real-1.1', 'invested');
    expect(found).toMatchObject({ invested: '60', balance: '100', position: 7 });
    const { text, values } = queries.find(({ name }) => name === 'turnover-held') ?? { text: '', values: [[], ''] };
    expect(text).not.toContain('LIKE');
    expect(values[0]).toHaveLength(10);
    expect(values[0]).toContain('user/real-1.1/finance/frozen');
    expect(values[1]).toBe('user/real-1.1/spot/available');
  });
});

describe('what was traded and deposited', () => {
  it.each(['consumption', 'invested', 'share', 'off'] as const)(
    'is told whatever the rule counts: %s',
    async (mode) => {
      const rows = { 'turnover-deposits': '25000', 'turnover-trades': '120', 'turnover-held': '0' };
      const query = new TurnoverQuery(
        ...([
          {
            query: ({ name }: { name: keyof typeof rows }) =>
              Promise.resolve({ rows: [{ asset: 'USDT', amount: rows[name], idle: false }] }),
          },
          { feed: () => ({ position: 7 }), waitFor: () => Promise.resolve(true) },
          { priceUsdt: () => amount('1') },
        ] as unknown as ConstructorParameters<typeof TurnoverQuery>),
      );
      expect(await query.of('real-1.1', mode)).toMatchObject({ spent: '120', deposited: '25000', position: 7 });
    },
  );
});
