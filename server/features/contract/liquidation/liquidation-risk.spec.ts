import { describe, expect, it } from '@jest/globals';
import type { PositionView } from '../../../../contracts/contract.contract.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { amount } from '../../../../shared/money.js';
import { LiquidationRiskQuery } from './liquidation-risk.query.js';

const WARNING = { name: 'contract.rules', version: 1, values: { warningAt: '0.8' } };
const HELD = [
  { realm: 'demo', symbol: 'AUSDT-PERP', longCount: 3, shortCount: 1, margin: '9' },
  { realm: 'real', symbol: 'BUSDT-PERP', longCount: 2, shortCount: 0, margin: '5' },
  { realm: 'demo', symbol: 'CUSDT-PERP', longCount: 1, shortCount: 1, margin: '1' },
];
/** The mark of every contract is 100. */
const MARK = '100';
const QUEUES: Readonly<Record<string, readonly (readonly [owner: string, liquidatedAt: string])[]>> = {
  'AUSDT-PERP long': [
    ['user:demo-1', '97'],
    ['user:demo-2', '90'],
    ['user:demo-3', '60'],
  ],
  'AUSDT-PERP short': [['user:demo-2', '104']],
  'BUSDT-PERP long': [
    ['user:4', '99.5'],
    ['user:5', '91'],
  ],
  'BUSDT-PERP short': [],
};

/** What a reader of `ownerId` sees of a contract; nothing of who closed it meanwhile. */
function viewsOf(symbol: string, ownerId: string, gone: readonly string[]): PositionView[] {
  return (['long', 'short'] as const).flatMap((side) => {
    const own = QUEUES[`${symbol} ${side}`]?.find(([owner]) => owner === ownerId);
    return own === undefined || gone.includes(ownerId) ? [] : [viewOf(symbol, side, own[1])];
  });
}

const viewOf = (symbol: string, side: PositionSide, liquidationPrice: string): PositionView => ({
  symbol,
  side,
  number: 1,
  label: 'open',
  leverage: 20,
  quantity: '1',
  notional: '100',
  entryPrice: '100',
  markPrice: MARK,
  breakEvenPrice: '100',
  liquidationPrice,
  bankruptcyPrice: '95',
  margin: '5',
  marginBalance: '5',
  removableMargin: '0',
  maintenanceMargin: '1',
  bracket: 1,
  riskRate: '0.2',
  unrealisedPnl: '0',
  returnOnEquity: '0',
  realisedPnl: '0',
  fees: '0',
  funding: '0',
  fundingOwed: '0',
  openedAt: 1,
  deleveraging: 2,
  deleveragingQueue: null,
  protection: null,
});

function queryWith(gone: readonly string[] = []) {
  const asked: string[] = [];
  const query = new LiquidationRiskQuery(
    {
      nearest: ({ symbol }, side, count) =>
        QUEUES[`${symbol} ${side}`]?.slice(0, count).map(([id, price]) => ({ id, price: amount(price) })),
    },
    { held: () => Promise.resolve(HELD), markOf: () => Promise.resolve(amount(MARK)) },
    {
      open: ({ ownerId }, symbol = '') => {
        asked.push(`${ownerId} ${symbol}`);
        const positions = viewsOf(symbol, ownerId, gone);
        return Promise.resolve({ at: 7, settings: [], quizPassed: true, positions });
      },
    },
    { inForce: () => WARNING as never },
    { now: () => 7 },
  );
  return { asked, nearest: (count: number) => query.nearest({ count }) };
}

const named = (view: Awaited<ReturnType<LiquidationRiskQuery['nearest']>>): string[] => {
  if ('refusal' in view) throw new Error(view.refusal);
  return view.positions.map(({ ownerId, symbol, side, distance }) => `${ownerId} ${symbol} ${side} ${distance}`);
};

describe('positions nearest to liquidation', () => {
  it('are merged over contracts and sides, the nearest first, and no more are read than are shown', async () => {
    const { asked, nearest } = queryWith();
    expect(named(await nearest(4))).toEqual([
      'user:4 BUSDT-PERP long 0.005',
      'user:demo-1 AUSDT-PERP long 0.03',
      'user:demo-2 AUSDT-PERP short 0.04',
      'user:5 BUSDT-PERP long 0.09',
    ]);
    expect(asked).toHaveLength(4);
  });

  it('name the contracts that nobody judges yet, and the risk rate of the warning', async () => {
    expect(await queryWith().nearest(1)).toMatchObject({
      at: 7,
      warningAt: '0.8',
      unwatched: [{ realm: 'demo', symbol: 'CUSDT-PERP' }],
    });
  });

  it('leave out who closed meanwhile', async () => {
    expect(named(await queryWith(['user:4']).nearest(2))).toEqual(['user:demo-1 AUSDT-PERP long 0.03']);
  });
});
