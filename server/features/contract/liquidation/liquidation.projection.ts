import type { LiquidationStepName } from '../../../../contracts/contract.staff.contract.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { amount } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { Projection } from '../../../engine/projections/projection.js';
import { first, key, ReadTable } from '../../../engine/projections/read-table.js';
import type { RowBatch } from '../../../engine/projections/row-batch.js';
import type {
  LiquidationDone,
  PositionDeleveraged,
  PositionEvent,
  PositionLiquidated,
} from '../position/position.events.js';

/** Every step of a liquidation, and every position that was deleveraged by one; texts are empty where a step has no such figure. */
export const liquidations = new ReadTable('liquidations', {
  realm: key.text,
  position: key.count,
  at: first.instant,
  userId: first.text,
  symbol: first.text,
  side: first.textOf<PositionSide>(),
  step: first.textOf<LiquidationStepName>(),
  markPrice: first.amount,
  price: first.text,
  lots: first.count,
  notional: first.text,
  marginBalance: first.text,
  maintenanceMargin: first.text,
  filledLots: first.text,
  insuredLots: first.text,
  agentLots: first.text,
  deleveragedLots: first.text,
  fundGain: first.text,
  place: first.count,
});

export const liquidationProjection: Projection = {
  name: 'liquidations',
  realms: ['demo', 'real'],
  tables: [liquidations],
  apply(rows: RowBatch, event: RecordedEvent): void {
    if (!event.stream.startsWith('position-')) return;
    const { type, data, realm, position, at } = event as PositionEvent & RecordedEvent;
    if (type !== 'PositionLiquidated' && type !== 'PositionDeleveraged') return;
    const { userId, symbol, side, markPrice, lots } = data;
    const figures = 'step' in data ? liquidated(data) : deleveraged(data);
    rows.insert(liquidations, {
      realm,
      position,
      at,
      userId,
      symbol,
      side,
      lots,
      markPrice: amount(markPrice),
      ...figures,
    });
  },
};

const NONE = { filledLots: '', insuredLots: '', agentLots: '', deleveragedLots: '', fundGain: '', price: '', place: 0 };

function liquidated({ notional, marginBalance, maintenanceMargin, ...data }: PositionLiquidated) {
  return { ...NONE, step: data.step, notional, marginBalance, maintenanceMargin, ...done(data) };
}

function done(data: LiquidationDone) {
  if (data.step === 'reduce') return { price: data.limitPrice, filledLots: `${data.filledLots}` };
  if (data.step !== 'take-over') return {};
  const { price, insuredLots, agentLots, deleveragedLots, fundGain } = data;
  const lots = { insuredLots: `${insuredLots}`, agentLots: `${agentLots}`, deleveragedLots: `${deleveragedLots}` };
  return { price, fundGain, ...lots };
}

function deleveraged({ price, place }: PositionDeleveraged) {
  return {
    ...NONE,
    step: 'deleveraged' as const,
    notional: '',
    marginBalance: '',
    maintenanceMargin: '',
    price,
    place,
  };
}
