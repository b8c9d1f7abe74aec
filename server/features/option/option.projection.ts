import type {
  OptionDelivery,
  OptionDirection,
  OptionStatus,
  ReturnReason,
} from '../../../contracts/option.contract.js';
import { amount, ZERO } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable, sum, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { OptionBought, OptionEvent, OptionHouseEvent, OptionReturned, OptionSettled } from './option.events.js';
import { instantOfBeat } from './option.state.js';

const MINUTE_MS = 60_000;

/** Every option there ever was. Unknown values are '' and 0. */
export const options = new ReadTable('options', {
  realm: key.text,
  optionId: key.text,
  userId: first.text,
  ownerId: first.text,
  position: first.count,
  symbol: first.text,
  direction: first.textOf<OptionDirection>(),
  delivery: first.textOf<OptionDelivery>(),
  stake: first.amount,
  payoutRate: first.text,
  wins: first.amount,
  cost: first.amount,
  chances: first.text,
  variance: first.text,
  instrumentVersion: first.count,
  boughtAt: first.instant,
  placedBeat: first.count,
  entryBeat: first.count,
  lastBeat: first.count,
  beats: first.count,
  settlesAt: first.instant,
  policyVersion: first.count,
  status: last.textOf<OptionStatus>(),
  entrySteps: last.text,
  entryPrice: last.text,
  sumSteps: last.text,
  settlementPrice: last.text,
  settledAt: last.instant,
  returned: orNull(last.amount),
  returnReason: last.textOf<ReturnReason | ''>(),
  endPosition: last.count,
});
export type OptionRow = RowOf<typeof options>;

/** What is open and was staked by symbol and minute of settlement. */
export const optionExposures = new ReadTable('option_exposures', {
  realm: key.text,
  symbol: key.text,
  settlesAt: key.instant,
  position: last.count,
  openCount: sum.count,
  riseUsdt: sum.amount,
  fallUsdt: sum.amount,
  payoutUsdt: sum.amount,
  stakedUsdt: sum.amount,
  returnedUsdt: sum.amount,
});

/** The account that pays options. */
export const optionHouse = new ReadTable('option_house', {
  realm: key.text,
  grantedUsdt: sum.amount,
  availableUsdt: sum.amount,
  heldUsdt: sum.amount,
  openCount: sum.count,
  openUsdt: sum.amount,
  count: sum.count,
  stakedUsdt: sum.amount,
  returnedUsdt: sum.amount,
  expectedUsdt: sum.amount,
});

export const optionProjection: Projection = {
  name: 'options',
  realms: ['demo', 'real'],
  tables: [options, optionExposures, optionHouse],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (recorded.stream.startsWith('optionhouse-')) return applyHouse(rows, recorded as OptionHouseEvent);
    if (!recorded.stream.startsWith('option-')) return;
    const event = recorded as OptionEvent;
    const { realm } = event;
    switch (event.type) {
      case 'OptionBought':
        return bought(rows, event, event.data);
      case 'OptionEntered': {
        const { optionId, steps, price } = event.data;
        return rows.update(options, { realm, optionId, status: 'open', entrySteps: steps, entryPrice: price });
      }
      case 'OptionSettled':
        return ended(rows, event, event.data);
      case 'OptionReturned':
        return ended(rows, event, event.data);
      default:
    }
  },
};

function bought(rows: RowBatch, { realm, position, at }: RecordedEvent, data: OptionBought): void {
  const { optionId, userId, ownerId, symbol, direction, delivery, payoutRate, chances, variance, policy } = data;
  const { instrumentVersion, placedBeat, entryBeat, lastBeat, beats } = data;
  rows.insert(options, {
    realm,
    optionId,
    userId,
    ownerId,
    position,
    symbol,
    direction,
    delivery,
    stake: amount(data.stake),
    payoutRate,
    wins: amount(data.wins),
    cost: amount(data.cost),
    chances: JSON.stringify(chances),
    variance,
    instrumentVersion,
    boughtAt: at,
    placedBeat,
    entryBeat,
    lastBeat,
    beats,
    settlesAt: instantOfBeat(lastBeat),
    policyVersion: policy.version,
    status: 'pending',
    entrySteps: '',
    entryPrice: '',
    sumSteps: '',
    settlementPrice: '',
    settledAt: 0,
    returnReason: '',
    endPosition: 0,
  });
}

function ended(rows: RowBatch, { realm, position, at }: RecordedEvent, data: OptionSettled | OptionReturned): void {
  const { optionId, stake } = data;
  const end = { realm, optionId, settledAt: at, endPosition: position };
  if ('reason' in data)
    return rows.update(options, { ...end, status: 'returned', returnReason: data.reason, returned: amount(stake) });
  const { result, sumSteps, price, returned } = data;
  const average = { sumSteps, settlementPrice: price };
  rows.update(options, { ...end, status: result, ...average, returned: amount(returned) });
}

/** The house's own events name all that its figures follow from. */
function applyHouse(rows: RowBatch, { realm, position, type, data }: OptionHouseEvent): void {
  if (type === 'OptionHouseGranted') {
    const granted = amount(data.granted);
    return rows.upsert(optionHouse, { ...NOTHING, realm, grantedUsdt: granted, availableUsdt: granted });
  }
  const { symbol, direction, minute } = data;
  const [stake, wins] = [amount(data.stake), amount(data.wins)];
  const isNew = type === 'OptionCovered';
  const sign = isNew ? 1n : -1n;
  const change = sign * stake;
  const paid = isNew ? ZERO : amount(data.returned);
  rows.upsert(optionExposures, {
    realm,
    symbol,
    settlesAt: minute * MINUTE_MS,
    position,
    openCount: Number(sign),
    riseUsdt: direction === 'rise' ? change : ZERO,
    fallUsdt: direction === 'fall' ? change : ZERO,
    payoutUsdt: sign * wins,
    stakedUsdt: isNew ? stake : ZERO,
    returnedUsdt: paid,
  });
  rows.upsert(optionHouse, {
    ...NOTHING,
    realm,
    availableUsdt: isNew ? -wins : wins + stake - paid,
    heldUsdt: sign * wins,
    openCount: Number(sign),
    openUsdt: change,
    ...(isNew ? {} : { count: 1, stakedUsdt: stake, returnedUsdt: paid, expectedUsdt: amount(data.expected) }),
  });
}

const NOTHING = {
  grantedUsdt: ZERO,
  availableUsdt: ZERO,
  heldUsdt: ZERO,
  openCount: 0,
  openUsdt: ZERO,
  count: 0,
  stakedUsdt: ZERO,
  returnedUsdt: ZERO,
  expectedUsdt: ZERO,
};
