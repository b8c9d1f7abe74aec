import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { CustodyLimits, CustodyProduct } from '../../../contracts/custody.contract';
import { wordsOf } from '../../../test/kit/words.js';
import { renderedFor } from '../../lib/rendered.testkit';
import { assetKeys } from '../asset/asset.feature';
import { custodyKeys } from './custody.feature';

const { default: BuyScreen } = await import('./BuyScreen');
const { usePreferences } = await import('../../lib/preferences');

const t = wordsOf('en');
const OWN: CustodyLimits = {
  lossLimit: { limit: null, lost: '0', pending: null },
  pause: { until: null },
  cap: { cap: null, open: '0' },
} as unknown as CustodyLimits;

function productOf(productId: CustodyProduct['productId'], quotaLeft: string | null): CustodyProduct {
  return {
    productId,
    quotaLeft,
    cycleDays: 7,
    rateMin: '0.003',
    rateMax: '0.005',
    rateStep: '0.0001',
    penalty: { kind: 'remaining-days', rate: '0.004' },
    minimum: '100',
    maximum: '50000',
    quota: '200000',
    forSale: true,
    worstCase: '2.8',
    version: 1,
    firstDate: '2028-03-02',
    problems: [],
  };
}

/** The screen of an order as somebody of a realm sees it. */
function screen(realm: 'real' | 'demo', productId: CustodyProduct['productId']): Promise<string> {
  const client = new QueryClient();
  const own = realm === 'real' ? OWN : null;
  const products = [productOf(productId, own && '200000')];
  const treasury = { granted: '1000000', held: '35', free: '999965' };
  const group = productId === 'vip' ? 'vip' : 'custody';
  client.setQueryData(custodyKeys.list(usePreferences.getState().language, group), { at: 0, products, treasury, own });
  client.setQueryData(assetKeys.balances(), { rows: [] });
  const drawn = (
    <QueryClientProvider client={client}>
      <BuyScreen />
    </QueryClientProvider>
  );
  const at = `/profit_buy?product=${productId}`;
  return renderedFor({ session: { realm }, at }, drawn, 'custody', 'transfer', 'payee', 'policy', 'refusal');
}

describe('the order of custody', () => {
  it.each(['daily', 'vip'] as const)(
    'of %s is a calculator for a demo account, which reads why it cannot buy',
    async (id) => {
      const html = await screen('demo', id);
      for (const shown of ['buy.terms', 'treasury.title', 'buy.amount', 'buy.early', 'buy.rules', 'buy.demo'])
        expect(html).toContain(t(`custody:${shown}`));
      expect(html).toContain('name="amount"');
      expect(html).not.toContain('type="submit"');
      expect(html).not.toContain('type="checkbox"');
      expect(html).not.toContain('funds-available');
    },
  );

  it('is bought by a real account, with funds, tick and button', async () => {
    const html = await screen('real', 'daily');
    for (const shown of ['type="submit"', 'type="checkbox"', 'funds-available']) expect(html).toContain(shown);
    expect(html).not.toContain(t('custody:buy.demo'));
  });
});
