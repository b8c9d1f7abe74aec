import { describe, expect, it } from '@jest/globals';
import type { PositionEventOf } from '../../../contracts/contract.position.contract';
import { readText, rendered } from '../../lib/rendered.testkit';
import { PositionLogEntry } from './PositionLogEntry';
import { entryOf } from './position-log';

const OF = { symbol: 'SOLUSDT-PERP', side: 'short', lotSize: '0.01' } as const;
const BEFORE = {
  lots: 500,
  entryNotional: '1000',
  margin: '20.123456789012345678',
  fundingIndex: '0.01',
  unpaid: '0',
  fees: '0.5',
  funding: '0',
  realised: '0',
};
const PLACE = { position: 12_345, version: 7, hash: 'ab'.repeat(32), at: 0, before: BEFORE, after: BEFORE };
const FUNDED: PositionEventOf<'funded'> = {
  ...PLACE,
  kind: 'funded',
  quantity: '5',
  index: '0.03',
  fundings: [
    { dueAt: 0, epoch: 41, premium: '0.0001', rate: '0.0001', markPrice: '200', charge: '0.02', index: '0.03' },
  ],
  paid: '-0.1',
  shortfall: '0',
};

describe('an event of a position on the screen', () => {
  it('shows each figure to its last digit, the formula in words, the epoch of its price and its place', async () => {
    const text = await readText(<PositionLogEntry event={FUNDED} of={OF} />, 'contract', 'order');
    expect(text).toContain('Funding received');
    expect(text).toContain('+0.1 USDT');
    expect(text).toContain('Margin before 20.123456789012345678');
    expect(text).toContain('Funding rate 0.01% × Mark price 200 = 0.02 · Seed of epoch 41');
    expect(text).toContain('Paid = min(Margin before, Quantity × (Funding index before − Funding index))');
    expect(text).toContain(`Event no. 12,345 ${'ab'.repeat(32)}`);
  });

  it('ticks what the browser computes alike, and marks what it does not', async () => {
    const marks = async (event: typeof FUNDED) =>
      (await rendered(<PositionLogEntry event={event} of={OF} />, 'contract', 'order')).match(/data-check="\w+"/g);
    expect(await marks(FUNDED)).toEqual(['data-check="alike"', 'data-check="alike"']);
    expect(await marks({ ...FUNDED, paid: '-0.2' })).toEqual(['data-check="alike"', 'data-check="unlike"']);
  });

  it('uses in its formulas only what stands above them', () => {
    const closed: PositionEventOf<'closed'> = {
      ...{ ...PLACE, kind: 'closed', orderId: null, cause: 'liquidation', lots: 500, quantity: '5' },
      ...{ price: '210', notional: '1050', fee: '0', realised: '-50', released: '0' },
      ...{ fundingPaid: '0', shortfall: '29.8', settlement: null },
    };
    const { figures, formulas } = entryOf(closed, 'short');
    const shown = figures.map(([name]) => name);
    const used = formulas.flatMap((formula) => [...formula.matchAll(/\{(\w+)\}/g)].map(([, name]) => name));
    expect(shown).toEqual(expect.arrayContaining([...new Set(used)]));
    expect(formulas).toContain('{shortfall} = {fee} − {realised} − {marginBefore}');
  });
});
