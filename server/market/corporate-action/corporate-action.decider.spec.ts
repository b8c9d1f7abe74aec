import { describe, expect, it } from '@jest/globals';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { ActionStatus } from '../../../contracts/corporate-action.contract.js';
import type { NewEvent } from '../../core/event.js';
import { isRefusal } from '../../core/refusal.js';
import { at, decider, type Step } from '../../engine/writer/decider.testkit.js';
import { instrumentKind } from '../instrument/instrument.decider.js';
import '../instrument/instrument.events.js';
import { testCatalogue } from '../simulator/simulator.testkit.js';
import './corporate-action.events.js';
import { actionKind, LIFECYCLE, type Actions } from './corporate-action.decider.js';
import { corporateActionHandlers } from './corporate-action.handler.js';
import { EFFECTIVE_LEAD_MS } from './corporate-action.rules.js';
import {
  approving,
  DAY_MS,
  effecting,
  NOW,
  POLICY,
  proposing,
  rejecting,
  settling,
  splitting,
  SYMBOL,
  withdrawing,
} from './corporate-action.testkit.js';

const spec = testCatalogue.specs.find(({ symbol }) => symbol === SYMBOL) as InstrumentSpec;
const listed: NewEvent = {
  stream: `instrument-${SYMBOL}`,
  type: 'InstrumentListed',
  schema: 1,
  data: { version: 1, spec },
};

/** The instrument closed at this price; `null` before the market is open to the server. */
function closedAt(price: string | null) {
  const prices = { closeBefore: () => price ?? undefined, averageBefore: () => '199.8' };
  const subject = { realm: 'house', kind: actionKind, id: SYMBOL, others: [instrumentKind] };
  return decider({ ...subject, handlers: corporateActionHandlers(prices), at: NOW }).given(listed);
}
const RATIO = { kind: 'split', perShare: null, newShares: 10, oldShares: 1 } as const;
type Way = readonly Step<Actions>[];
const given = (...steps: Way) => closedAt('200').and(...steps);

const WAYS: Record<ActionStatus, Way> = {
  proposed: [proposing()],
  announced: [proposing(), approving()],
  effective: [proposing(), approving(), effecting],
  settled: [proposing(), approving(), effecting, settling],
  rejected: [proposing(), rejecting()],
  withdrawn: [proposing(), withdrawing()],
};

describe('a corporate action', () => {
  it('is announced by two members of the staff, and due shortly before the open of its ex-date', () => {
    const announced = given(proposing()).when(approving());
    const { perShare, dueAt } = proposing().data;
    expect(announced.due).toMatchObject([{ id: 'effect-action:action-1', dueAt: dueAt - EFFECTIVE_LEAD_MS }]);
    expect(announced.events).toMatchObject([
      { type: 'CorporateActionAnnounced', data: { perShare, proposedBy: 'ann', approvedBy: 'bob' } },
    ]);
  });

  it('is decided by nobody alone: its proposer can only withdraw it', () => {
    given(proposing())
      .when(approving({ staffId: 'ann' }))
      .then('action.own-proposal');
    given(proposing()).when(rejecting('ann')).then('action.own-proposal');
    given(proposing()).when(withdrawing('bob')).then('action.not-your-proposal');
    given(proposing()).when(withdrawing('ann')).then('CorporateActionWithdrawn');
  });

  it('that is announced may be withdrawn by any of the staff until its open, and is left alone by its timer then', () => {
    const announced = given(proposing(), approving());
    const { dueAt } = proposing().data;
    announced.when(at(dueAt, withdrawing('carl'))).then('action.too-late');
    announced
      .when(at(dueAt - 1, withdrawing('carl')))
      .then('CorporateActionWithdrawn')
      .when(effecting)
      .then();
  });

  it.each(Object.entries(WAYS))('follows the table when it is %s', (status, way) => {
    for (const step of [approving(), rejecting(), withdrawing()]) {
      const next = LIFECYCLE[status as ActionStatus][step.type];
      const outcome = given(...way).when(step);
      expect(outcome.refusal?.refusal).toBe(isRefusal(next) ? next.refusal : undefined);
    }
  });

  it.each<[string, Parameters<typeof proposing>[0], string]>([
    ['a date in the past', { dueAt: NOW }, 'action.date-past'],
    ['too short a notice', { dueAt: NOW + 2 * DAY_MS - 1 }, 'action.notice-short'],
    ['a date too far away', { dueAt: NOW + 365 * DAY_MS + 1 }, 'action.date-far'],
    ['no dividend', { perShare: '0' }, 'action.amount-range'],
    ['a dividend above a quarter of the price', { perShare: '50.00000001' }, 'action.amount-range'],
    ['a dividend above the price', { perShare: '201' }, 'action.amount-range'],
    ['a split that changes nothing', { ...RATIO, newShares: 3, oldShares: 3 }, 'action.ratio-range'],
    ['a split of more than the policy allows', { ...RATIO, newShares: 101 }, 'action.ratio-range'],
    ['a reverse split of more than that', { ...RATIO, newShares: 1, oldShares: 101 }, 'action.ratio-range'],
    ['a split after which a tick is too coarse', { ...RATIO, price: '9.99' }, 'action.split-price-low'],
    ['a short reason', { reason: ' because  ' }, 'action.reason-short'],
  ])('is refused for %s', (_, change, refusal) => {
    given().when(proposing(change)).then(refusal);
  });

  it('is refused beside an open one of its kind on the same date, and not beside another kind or after a withdrawal', () => {
    const other = { actionId: 'action-2' };
    given(proposing()).when(proposing(other)).then('action.overlap');
    const earnings = { kind: 'earnings', session: 'after-close', perShare: null } as const;
    given(proposing())
      .when(proposing({ ...other, ...earnings }))
      .then('CorporateActionProposed');
    given(proposing(), withdrawing()).when(proposing(other)).then('CorporateActionProposed');
    given(proposing()).when(splitting(other)).then('action.overlap');
  });

  it('is weighed again when it is approved: time has passed and the price has moved', () => {
    const proposed = given(proposing({ perShare: '40' }));
    proposed.when(approving({ price: '150' })).then('action.amount-range');
    proposed.when(at(NOW + 4 * DAY_MS, approving())).then('action.notice-short');
    const stricter = { ...POLICY, values: { ...POLICY.values, noticeDays: 6 } };
    proposed.when(approving({ policy: stricter })).then('action.notice-short');
  });
});

describe('a dividend that is due', () => {
  it('leaves the price and the whole series of the instrument, in one append', () => {
    const { events } = given(proposing({ perShare: '0.5' }), approving()).when(effecting);
    expect(events).toMatchObject([
      {
        type: 'CorporateActionEffective',
        data: { closePrice: '200', openPrice: '199.5', factor: '0.9975', version: 2 },
      },
      { type: 'InstrumentRevised', data: { version: 2, spec: { symbol: SYMBOL, adjustment: '0.9975' } } },
    ]);
  });

  it('adds to the dividends before it', () => {
    const second = { actionId: 'action-2', date: '2026-11-30', perShare: '20' };
    const { actionId } = second;
    const again = [proposing(second), approving({ actionId }), { ...effecting, data: { symbol: SYMBOL, actionId } }];
    const story = given(proposing({ perShare: '20' }), approving(), effecting, ...again);
    expect(story.stateOf(instrumentKind, SYMBOL)).toMatchObject({ version: 3, spec: { adjustment: '0.81' } });
  });

  it('comes into effect and is settled once', () => {
    given(proposing(), approving(), effecting).when(effecting).then();
    given(proposing(), approving(), effecting, settling).when(settling).then();
    given(proposing(), approving()).when(settling).then();
  });

  it('waits while the market is not open to the server', () => {
    closedAt(null).and(proposing(), approving()).when(effecting).then('request.unavailable');
  });

  it('is withdrawn where the price has fallen below it', () => {
    closedAt('0.25').and(proposing(), approving()).when(effecting).then('CorporateActionWithdrawn');
  });

  it('of no money is a report: it is over when it has come', () => {
    const earnings = { kind: 'earnings', session: 'before-open', perShare: null } as const;
    const announced = given(proposing(earnings)).when(approving());
    expect(announced.due).toMatchObject([{ dueAt: proposing().data.dueAt }]);
    given(proposing(earnings), approving()).when(effecting).then('CorporateActionSettled');
  });
});

describe('a split that is due', () => {
  it('divides the price and the whole series, from its effect on', () => {
    const { events } = given(splitting(), approving()).when(at(NOW + DAY_MS, effecting));
    expect(events).toMatchObject([
      {
        type: 'CorporateActionEffective',
        data: { closePrice: '200', openPrice: '20', factor: '0.1', pricedFrom: NOW + DAY_MS, version: 2 },
      },
      { type: 'InstrumentRevised', data: { version: 2, spec: { symbol: SYMBOL, adjustment: '0.1' } } },
    ]);
  });

  it('multiplies them where it is a reverse split, and takes back what a split before it did', () => {
    const second = { actionId: 'action-2', date: '2026-11-30', newShares: 1, oldShares: 10 };
    const { actionId } = second;
    const again = [splitting(second), approving({ actionId }), { ...effecting, data: { symbol: SYMBOL, actionId } }];
    const story = given(splitting(), approving(), effecting, ...again);
    expect(story.stateOf(instrumentKind, SYMBOL)).toMatchObject({ version: 3, spec: { adjustment: '1' } });
  });

  it('is withdrawn where the price has fallen to less than a tick after it', () => {
    closedAt('0.09').and(splitting(), approving()).when(effecting).then('CorporateActionWithdrawn');
  });
});

describe('a delisting that is due', () => {
  const delisting = (more: Parameters<typeof proposing>[0] = {}) =>
    proposing({ kind: 'delisting', perShare: null, ...more });

  it('comes with the last close, and pays the average of the last open minutes', () => {
    const announced = given(delisting()).when(approving());
    const { dueAt } = delisting().data;
    expect(announced.due).toMatchObject([{ dueAt }]);
    const { events } = given(delisting(), approving()).when(effecting);
    expect(events).toMatchObject([
      { type: 'CorporateActionEffective', data: { closePrice: '200', openPrice: '199.8', factor: '1', version: 2 } },
      { type: 'InstrumentRevised', data: { version: 2, spec: { symbol: SYMBOL, delistedAt: dueAt } } },
    ]);
  });

  it('withdraws what would have come after it', () => {
    const other = { actionId: 'action-2', date: '2026-12-15', dueAt: NOW + 21 * DAY_MS };
    const { actionId } = other;
    const later = { ...effecting, data: { symbol: SYMBOL, actionId } };
    given(delisting(), approving(), proposing(other), approving({ actionId }), effecting)
      .when(later)
      .then('CorporateActionWithdrawn');
  });
});
