import { describe, expect, it } from '@jest/globals';
import type { ContractOrderPreview } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { readText } from '../../lib/rendered.testkit';

const { ContractSummary } = await import('./ContractSummary');

describe('the summary under the contract form', () => {
  it('names one lot in the underlying', async () => {
    const book = { lotSize: '0.0001', base: 'BTC', quote: 'USDT', priceDecimals: 2 } as InstrumentView;
    const nothing = { averagePrice: null, worstPrice: null, initialMargin: null, openingFee: null, closingFee: null };
    const preview = {
      ...nothing,
      ...{ openLoss: null, held: null, position: null, closing: null, closesFirst: null, before: null, leverage: 10 },
      ...{ feeRateMaker: '0.0002', feeRateTaker: '0.0005', policy: { name: 'contract.fees', version: 1 } },
    } as unknown as ContractOrderPreview;
    const text = await readText(<ContractSummary book={book} preview={preview} />, 'contract', 'order', 'policy');
    expect(text).toContain('One lot: 0.0001 BTC.');
  });
});
