import { describe, expect, it } from '@jest/globals';
import { dateOf } from '../../../shared/utc-date.js';
import type { RecordedEvent } from '../../core/event.js';
import { custodyHouseKind } from './custody.state.js';

const DAY_MS = 86_400_000;
const AT = Date.parse('2028-03-01T12:00:00Z');

describe('bands that orders were sold with', () => {
  it('are revealed while an order may be open with them, and the last of each product for ever', () => {
    const covered = (day: number, rateMax: string, productId = 'flat') =>
      event('CustodyCovered', day, {
        orderId: 'cus',
        productId,
        principal: '1',
        highest: '1',
        rateMin: '0.003',
        rateMax,
      });
    const revealed = (day: number) =>
      event('CustodyRateRevealed', day, {
        ...{ date: dateOf(AT + day * DAY_MS), epoch: 1, rates: [], nextRevealsAt: 0 },
        nextDate: dateOf(AT + (day + 1) * DAY_MS),
      });
    const event = (type: string, day: number, data: object) =>
      ({ type, data, at: AT + day * DAY_MS, stream: 'custodyhouse-real' }) as RecordedEvent;
    const after = (...events: RecordedEvent[]) =>
      events
        .reduce((state, each) => custodyHouseKind.evolve(state, each), custodyHouseKind.initial('real'))
        .bands.map(({ productId, rateMax }) => `${productId} ${rateMax}`);
    const sold = [covered(0, '0.004'), covered(1, '0.005'), covered(2, '0.006', 'daily')];
    expect(after(...sold, revealed(32))).toEqual(['flat 0.004', 'flat 0.005', 'daily 0.006']);
    expect(after(...sold, revealed(33))).toEqual(['flat 0.005', 'daily 0.006']);
    expect(after(...sold, revealed(400))).toEqual(['flat 0.005', 'daily 0.006']);
    expect(after(...sold, covered(30, '0.004'), revealed(33))).toEqual(['flat 0.005', 'daily 0.006', 'flat 0.004']);
  });
});
