import { describe, expect, it } from '@jest/globals';
import type { PositionEventOf, PositionEventView } from '../../../contracts/contract.position.contract';
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

/** Names in its formulas of figures that it does not show. */
function usedBeyondShown(event: PositionEventView): string[] {
  const { figures, formulas } = entryOf(event, 'short');
  const shown = new Set<string>(figures.map(([name]) => name));
  const used = formulas.flatMap((formula) => [...formula.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''));
  return used.filter((name) => !shown.has(name));
}

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
    expect(usedBeyondShown(closed)).toEqual([]);
    expect(entryOf(closed, 'short').formulas).toContain('{shortfall} = {fee} − {realised} − {marginBefore}');
  });

  it('uses no figure of brackets that are not known any more', () => {
    const judged = {
      ...{ ...PLACE, beatAt: 0, epoch: 41, markPrice: '210', quantity: '5', notional: '1050', fundingIndex: '0.02' },
      ...{ marginBalance: '4', bracket: null, takerRate: null, maintenanceMargin: null, closingFee: null },
    };
    const policy = { name: 'contract.rules', version: 1 };
    const warned = { riskRate: '0.9', warningAt: '0.8', liquidationPrice: null, policy };
    const takeOver = { price: '211', insuredLots: 500, agentLots: 0, deleveragedLots: 0, fundGain: '5', fundMax: '50' };
    const liquidated = { lots: 500, step: 'take-over' as const, gap: null, policies: [policy], order: null, takeOver };
    const short = { marginNeeded: '5', missing: '1', warningAt: '0.8', from: 1, policies: [policy] };
    expect(usedBeyondShown({ ...judged, ...short, kind: 'brackets-warned' })).toEqual([]);
    expect(usedBeyondShown({ ...judged, ...warned, kind: 'warned' })).toEqual([]);
    expect(usedBeyondShown({ ...judged, ...liquidated, kind: 'liquidation' })).toEqual([]);
  });
});
