import type { CustodyStatus } from '../../../contracts/custody.contract.js';
import { amount, ZERO } from '../../../shared/money.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Projection } from '../../engine/projections/projection.js';
import { first, key, last, orNull, ReadTable, sum, type RowOf } from '../../engine/projections/read-table.js';
import type { RowBatch } from '../../engine/projections/row-batch.js';
import type { CustodyBought, CustodyEvent, CustodyHouseEvent } from './custody.events.js';

/** Every order there ever was. Unknown values are '' and 0; `rates` and `rejectedFor` have commas between. */
export const custodyOrders = new ReadTable('custody_orders', {
  realm: key.text,
  orderId: key.text,
  userId: first.text,
  ownerId: first.text,
  position: first.count,
  productId: first.text,
  amount: first.amount,
  cycleDays: first.count,
  firstDate: first.text,
  lastDate: first.text,
  rateMin: first.text,
  rateMax: first.text,
  penaltyKind: first.text,
  penaltyRate: first.text,
  boughtAt: first.instant,
  maturesAt: first.instant,
  policyVersion: first.count,
  status: last.textOf<CustodyStatus>(),
  requestId: last.text,
  requestedAt: last.instant,
  penalty: orNull(last.amount),
  rejectedFor: last.text,
  endedAt: last.instant,
  rates: last.text,
  interest: orNull(last.amount),
  penaltyPaid: orNull(last.amount),
  returned: orNull(last.amount),
});
export type CustodyRow = RowOf<typeof custodyOrders>;

/** The daily rates that are revealed, by product and band. */
export const custodyRates = new ReadTable('custody_rates', {
  realm: key.text,
  productId: key.text,
  rateMin: key.text,
  rateMax: key.text,
  date: key.text,
  epoch: first.count,
  rate: first.text,
});
export type CustodyRateRow = RowOf<typeof custodyRates>;

/** The treasury. */
export const custodyHouse = new ReadTable('custody_house', {
  realm: key.text,
  grantedUsdt: sum.amount,
  freeUsdt: sum.amount,
  heldUsdt: sum.amount,
  openCount: sum.count,
  openUsdt: sum.amount,
  count: sum.count,
  interestUsdt: sum.amount,
  penaltyUsdt: sum.amount,
});

export const custodyProjection: Projection = {
  name: 'custody',
  realms: ['real'],
  tables: [custodyOrders, custodyRates, custodyHouse],
  apply(rows: RowBatch, recorded: RecordedEvent): void {
    if (recorded.stream.startsWith('custodyhouse-')) return applyHouse(rows, recorded as CustodyHouseEvent);
    if (!recorded.stream.startsWith('custody-')) return;
    applyOrder(rows, recorded as CustodyEvent);
  },
};

function applyOrder(rows: RowBatch, event: CustodyEvent): void {
  const { realm, at } = event;
  switch (event.type) {
    case 'CustodyBought':
      return bought(rows, event, event.data);
    case 'CustodyRedemptionRequested': {
      const { orderId, requestId, penalty } = event.data;
      const asked = { requestId, requestedAt: at, penalty: amount(penalty), rejectedFor: '' };
      return rows.update(custodyOrders, { realm, orderId, status: 'redeeming', ...asked });
    }
    case 'CustodyContinued':
      return rows.update(custodyOrders, { realm, orderId: event.data.orderId, status: 'in-custody', requestedAt: 0 });
    case 'CustodyRedemptionRejected': {
      const { orderId, reasons } = event.data;
      const rejectedFor = reasons.join(',');
      return rows.update(custodyOrders, { realm, orderId, status: 'redemption-rejected', rejectedFor });
    }
    case 'CustodyRedeemed':
    case 'CustodyCompleted': {
      const { orderId, rates, interest, returned } = event.data;
      const [status, penalty] =
        event.type === 'CustodyRedeemed' ? (['redeemed', event.data.penalty] as const) : (['completed', '0'] as const);
      return rows.update(custodyOrders, {
        realm,
        orderId,
        status,
        endedAt: at,
        rates: rates.join(','),
        interest: amount(interest),
        penaltyPaid: amount(penalty),
        returned: amount(returned),
      });
    }
    default:
  }
}

function bought(rows: RowBatch, { realm, position, at }: RecordedEvent, data: CustodyBought): void {
  const { orderId, userId, ownerId, productId, cycleDays, firstDate, lastDate, rateMin, rateMax } = data;
  rows.insert(custodyOrders, {
    realm,
    orderId,
    userId,
    ownerId,
    position,
    productId,
    amount: amount(data.principal),
    cycleDays,
    firstDate,
    lastDate,
    rateMin,
    rateMax,
    penaltyKind: data.penalty,
    penaltyRate: data.penaltyRate,
    boughtAt: at,
    maturesAt: data.maturesAt,
    policyVersion: data.policy.version,
    status: 'in-custody',
    requestId: '',
    requestedAt: 0,
    rejectedFor: '',
    endedAt: 0,
    rates: '',
  });
}

/** The house's own events name all that its figures follow from. */
function applyHouse(rows: RowBatch, { realm, type, data }: CustodyHouseEvent): void {
  switch (type) {
    case 'CustodyTreasuryGranted': {
      const granted = amount(data.granted);
      return rows.upsert(custodyHouse, { ...NOTHING, realm, grantedUsdt: granted, freeUsdt: granted });
    }
    case 'CustodyCovered': {
      const [principal, highest] = [amount(data.principal), amount(data.highest)];
      const open = { openCount: 1, openUsdt: principal };
      return rows.upsert(custodyHouse, { ...NOTHING, realm, freeUsdt: -highest, heldUsdt: highest, ...open });
    }
    case 'CustodyCoverEnded': {
      const [principal, highest] = [amount(data.principal), amount(data.highest)];
      const [interest, penalty] = [amount(data.interest), amount(data.penalty)];
      return rows.upsert(custodyHouse, {
        realm,
        grantedUsdt: ZERO,
        freeUsdt: highest - interest + penalty,
        heldUsdt: -highest,
        openCount: -1,
        openUsdt: -principal,
        count: 1,
        interestUsdt: interest,
        penaltyUsdt: penalty,
      });
    }
    case 'CustodyRateRevealed':
      for (const rate of data.rates) rows.insert(custodyRates, { realm, ...rate, date: data.date, epoch: data.epoch });
      return;
    default:
  }
}

const NOTHING = {
  grantedUsdt: ZERO,
  freeUsdt: ZERO,
  heldUsdt: ZERO,
  openCount: 0,
  openUsdt: ZERO,
  count: 0,
  interestUsdt: ZERO,
  penaltyUsdt: ZERO,
};
