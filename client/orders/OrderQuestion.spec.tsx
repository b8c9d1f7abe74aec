import { describe, expect, it } from '@jest/globals';
import type { OrderPreview } from '../../contracts/order.contract';
import { readText } from '../lib/rendered.testkit';
import { OrderQuestion } from './OrderQuestion';
import { EMPTY_FORM, type OrderFields } from './order-fields';
import { context } from './order-form.testkit';
import { summarise } from './order-form';

function question(change: Partial<OrderFields>, checked?: Partial<OrderPreview>): Promise<string> {
  const form = { ...EMPTY_FORM, ...change };
  const { summary } = summarise(form, context);
  if (summary === null) throw new Error('the form is not whole');
  return readText(
    <OrderQuestion {...{ form, context, summary }} levels={[]} checked={checked as OrderPreview} />,
    'order',
  );
}

describe('the question before an order', () => {
  it('names side and type, and says of a market order only what was typed as certain', async () => {
    expect(await question({ type: 'market', quantity: '0.02' })).toBe(
      'Buy · Market · BTCUSDT Quantity 0.02 BTC Average price ≈ 50,005.00 USDT Fee ≈ 1.0001 USDT You pay ≈ 1,001.10 USDT',
    );
  });

  it('keeps a typed amount as it is, and calls the quantity that it buys an estimate', async () => {
    const text = await question({ type: 'market', sizedBy: 'total', total: '1000' });
    expect(text).toContain('Amount, fee included 1,000.00 USDT Quantity ≈ 0.01997 BTC');
  });

  it('takes the server’s figures where they have come, with the price that it will not cross', async () => {
    const checked = { averagePrice: '50006', total: '1001.2', fee: '1.1', worstPrice: '52500' };
    const text = await question({ type: 'market', quantity: '0.02' }, checked);
    expect(text).toContain('Average price ≈ 50,006.00 USDT Slippage limit 52,500.00 USDT Fee ≈ 1.10 USDT');
    expect(text).toContain('You pay ≈ 1,001.20 USDT');
  });

  it('says what a sell brings, and never that somebody pays', async () => {
    const text = await question({ side: 'sell', quantity: '0.1', price: '60000' });
    expect(text).toMatch(/^Sell · Limit · BTCUSDT Quantity 0\.10* BTC Price 60,000\.00 USDT Fee ≈ /);
    expect(text).toContain('You get ≈ 5,997.00 USDT');
    expect(text).not.toContain('You pay');
  });

  it('says of an OCO what each leg would bring, because only one fills', async () => {
    const text = await question({
      side: 'sell',
      type: 'oco',
      quantity: '0.1',
      price: '60000',
      stopPrice: '45000',
      stopLimitPrice: '44900',
    });
    expect(text).toContain('If the limit order fills You get ≈ 5,997.00 USDT');
    expect(text).toContain('If the stop triggers You get ≈ 4,485.51 USDT');
  });
});
