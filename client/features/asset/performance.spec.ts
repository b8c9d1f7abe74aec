import { describe, expect, it } from '@jest/globals';
import type { PerformanceCoin, PerformanceView } from '../../../contracts/performance.contract';
import type { CoinRow } from './asset-types';
import { performanceOf } from './performance';

const held = (currency: string, total: string, valueUsdt: string): CoinRow => ({
  ...{ currency, total, valueUsdt, available: total, frozen: '0', priceUsdt: '1', share: 0 },
});
const coin = (currency: string, quantity: string, costUsdt: string, valueUsdt: string): PerformanceCoin => ({
  ...{ currency, quantity, costUsdt, valueUsdt, averageCostUsdt: '1', priceUsdt: '1' },
  ...{ unrealisedUsdt: '0', unrealisedPercent: null, realisedUsdt: '5' },
});
const view: PerformanceView = {
  ...{ at: 1, position: 1, valueUsdt: '190', costUsdt: '200', unrealisedUsdt: '-10', realisedUsdt: '5' },
  ...{ feesUsdt: '0', netFlowsUsdt: '195' },
  today: { since: 0, valueUsdt: '150', netFlowsUsdt: '30', inflowsUsdt: '50', pnlUsdt: '10', percent: '5' },
  coins: [coin('BTC', '1', '100', '90'), coin('USDT', '100', '100', '100')],
};

describe('the result beside the values that are shown', () => {
  it('is value less cost of what stands there, whatever prices did since it was asked for', () => {
    const { today, unrealised, realised, coins } = performanceOf(
      [held('BTC', '1', '95'), held('USDT', '100', '100')],
      view,
    );
    expect(coins.get('BTC')?.unrealised).toEqual({ usdt: '-5', percent: '-5.00' });
    expect([unrealised, realised.usdt]).toEqual([{ usdt: '-5', percent: '-2.50' }, '5']);
    // 195 now, 150 at midnight, 30 net came in; of 150 and the 50 that came in.
    expect(today).toEqual({ usdt: '15', percent: '7.50' });
  });

  it('stays as it was asked for while a trade has changed what is held', () => {
    const { today, unrealised } = performanceOf([held('BTC', '2', '190'), held('USDT', '5', '5')], view);
    expect([today.usdt, unrealised.usdt]).toEqual(['10', '-10']);
  });

  it('never rounds a loss away or a gain up', () => {
    const small = (value: string) =>
      performanceOf([held('BTC', '1', value), held('USDT', '100', '100')], view).coins.get('BTC')?.unrealised.percent;
    expect([small('99.999'), small('100.009'), small('99.9608')]).toEqual(['-0.01', '0.00', '-0.04']);
  });
});
