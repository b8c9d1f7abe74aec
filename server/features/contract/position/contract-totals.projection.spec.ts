import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { amount, format, ZERO } from '../../../../shared/money.js';
import { HOUSE } from '../../../engine/ledger/chart.js';
import { projection } from '../../../engine/projections/projection.testkit.js';
import { RowBatch } from '../../../engine/projections/row-batch.js';
import { contractTotals, contractTotalsProjection } from './contract-totals.projection.js';
import { contractWorld, type ContractWorld } from '../delivery/contract-period.testkit.js';
import { order, ownerOf, people, SYMBOL } from '../contract.testkit.js';

const readAfter = ({ realm }: ContractWorld) => projection(contractTotalsProjection).given(...realm.events);
const opened = () => contractWorld().and(order('bob', 'sell', '2', '100'), order('ann', 'buy', '2', '100'));
const action = { symbol: SYMBOL, ownerIds: people.map(ownerOf), isLast: false, actionId: 'action-1' };
const split = (newShares: number, oldShares: number, price: string) => ({
  type: 'SplitPositions',
  data: { ...action, actionId: 'action-2', newShares, oldShares, price },
});
const dividend = (perShare: string) => ({ type: 'PassDividend', data: { ...action, perShare } });

describe('what users together have in a contract', () => {
  it('counts both sides of a trade between them', () => {
    readAfter(opened()).then(contractTotals, {
      symbol: SYMBOL,
      longQuantity: amount('2'),
      shortQuantity: amount('2'),
      longEntry: amount('200'),
      shortEntry: amount('200'),
      realised: ZERO,
    });
  });

  it('takes a closed part out at its cost', () => {
    const closing = order('ann', 'sell', '1', '100.5', { positionSide: 'long' });
    readAfter(opened().and(order('cid', 'buy', '1', '100.5'), closing)).then(contractTotals, {
      longQuantity: amount('2'),
      longEntry: amount('200.5'),
      realised: amount('0.5'),
    });
  });

  it('counts in new shares after a split, and a dividend with funding', () => {
    readAfter(opened().and(dividend('15'), split(2, 1, '50'))).then(contractTotals, {
      longQuantity: amount('4'),
      longEntry: amount('200'),
      // The long got 30, and the short had 20.11 left.
      funding: amount('-9.89'),
    });
  });

  it('has what the insurance fund got', () => {
    const moved = { symbol: SYMBOL, side: 'long', beat: 21, lots: 8, price: '89', markPrice: '85', balance: '1' };
    projection(contractTotalsProjection)
      .given({ stream: 'insurance-real', type: 'InsuranceFundMoved', data: { ...moved, amount: '-3.5' } })
      .then(contractTotals, { realm: 'real', symbol: SYMBOL, insured: amount('-3.5') });
  });

  it('comes to what the ledger holds for clearing and agents, whatever they do', () => {
    const trade = fc.record({
      person: fc.constantFrom(...people),
      side: fc.constantFrom('buy' as const, 'sell' as const),
      lots: fc.integer({ min: 1, max: 2_999 }),
      ticks: fc.integer({ min: 9_900, max: 10_100 }),
      positionSide: fc.constantFrom('long' as const, 'short' as const),
    });
    fc.assert(
      fc.property(fc.array(trade, { maxLength: 15 }), fc.integer({ min: 1, max: 7 }), (trades, oldShares) => {
        const played = contractWorld();
        for (const { person, side, lots, ticks, positionSide } of trades) {
          const price = format(BigInt(ticks) * amount('0.01'));
          played.when(order(person, side, format(BigInt(lots) * amount('0.001')), price, { positionSide }));
        }
        played.and(dividend('12'), split(3, oldShares, format((amount('100') * BigInt(oldShares)) / 3n)));
        const rows = new Totals();
        for (const event of played.realm.events) contractTotalsProjection.apply(rows, event);
        const [clearing, agents] = rows.house();
        const held = (account: string) => amount(`${played.realm.balance(account, 'USDT')}`);
        expect(clearing).toBe(held(HOUSE.contractClearing.account));
        expect(agents).toBe(held(HOUSE.contractAgents.account));
      }),
      { numRuns: 60 },
    );
  });
});

/** The sums of a contract's rows, as the page reckons the house's accounts from them. */
class Totals extends RowBatch {
  house(): [clearing: bigint, agents: bigint] {
    const [row] = [...(this.pending.get(contractTotals)?.values() ?? [])];
    const of = (name: string): bigint => {
      const value = row?.values[contractTotals.columnNames.indexOf(name)];
      return typeof value === 'bigint' ? value : ZERO;
    };
    const clearing = of('short_entry') - of('long_entry');
    return [clearing, of('funding') - of('realised') - of('insured') - of('shortfall') - clearing];
  }
}
