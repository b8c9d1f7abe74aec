import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { FundView } from '../../../contracts/fund.contract';
import { wordsOf } from '../../../test/kit/words.js';
import { rendered } from '../../lib/rendered.testkit';
import { assetKeys } from '../asset/asset.feature';

const { BuyForm } = await import('./BuyForm');

const t = wordsOf('en');
const FUND = {
  level: 'low',
  version: 1,
  minimum: '10',
  maximum: '50000',
  navDate: '2028-03-02',
  strikesAt: Date.UTC(2028, 2, 3),
  firstCloseAt: Date.UTC(2028, 2, 2, 15),
} as const;

function form(own: object | null): Promise<string> {
  const client = new QueryClient();
  client.setQueryData(assetKeys.balances(), { rows: [] });
  const drawn = (
    <QueryClientProvider client={client}>
      <BuyForm fund={{ ...FUND, own } as unknown as FundView} demo={own === null} />
    </QueryClientProvider>
  );
  return rendered(drawn, 'fund', 'transfer', 'policy');
}

describe('the purchase of a fund', () => {
  it('shows a demo account amount, limits and when it is priced, without funds, tick and button', async () => {
    const html = await form(null);
    expect(html).toContain('name="amount"');
    expect(html).toContain(t('fund:buy.limits', { least: '10', most: '50,000' }));
    expect(html).toContain('fund-pricing');
    expect(html).toContain(t('fund:order.unknown'));
    for (const hidden of ['type="submit"', 'type="checkbox"', 'funds-available']) expect(html).not.toContain(hidden);
  });

  it('shows a real account all of it', async () => {
    const html = await form({ cap: null, open: '0' });
    for (const shown of ['fund-pricing', 'type="submit"', 'type="checkbox"', 'funds-available'])
      expect(html).toContain(shown);
  });
});
