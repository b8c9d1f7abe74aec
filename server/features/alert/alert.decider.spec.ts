import { describe, expect, it } from '@jest/globals';
import { refuse } from '../../core/refusal.js';
import { at, decider, openGate } from '../../engine/writer/decider.testkit.js';
import { alertKind } from './alert.decider.js';
import './alert.events.js';
import { alertHandlers } from './alert.handler.js';
import { AT, DAY_MS, setAlert, trigger, USER } from './alert.testkit.js';

const { given } = decider({ realm: 'real', kind: alertKind, id: USER, handlers: alertHandlers(openGate), at: AT });
const ofAlert = { userId: USER, alertId: 'alert-1' };
const owned = { ...ofAlert, ownerId: `${USER}.1` };
const decidedBy = { policy: 'alert.rules', version: 4 };
const change = (terms: Parameters<typeof setAlert>[0], symbol = 'BTCUSDT') => ({
  ...setAlert(terms, { symbol }),
  type: 'ChangeAlert',
});
const pause = { type: 'PauseAlert', data: { ...owned, paused: true } };
const resume = { type: 'PauseAlert', data: { ...owned, paused: false } };
const remove = { type: 'RemoveAlert', data: ofAlert };
const endByDate = { type: 'EndAlert', data: { ...ofAlert, reason: 'date' } };
const later = (minutes: number) => AT + minutes * 60_000;

describe('setting a price alert', () => {
  it('keeps the terms with the price of the instant and the policy', () => {
    given()
      .when(setAlert({ level: '100000.50' }))
      .then({
        stream: `alert-${USER}`,
        type: 'AlertSet',
        data: {
          ...ofAlert,
          symbol: 'BTCUSDT',
          kind: 'rises',
          level: '100000.5',
          repeat: 'once',
          pauseMinutes: 0,
          endsAt: AT + 30 * DAY_MS,
          email: false,
          sealedNote: null,
          last: '92000',
          policy: { name: 'alert.rules', version: 4, inputs: { activeMax: 2, endDaysMax: 90 } },
        },
      });
  });

  it.each([
    ['rises', '92000'],
    ['rises', '91999.99'],
    ['falls', '92000'],
    ['falls', '95000'],
    ['crosses', '92000'],
  ] as const)('refuses one that %s to %s, because the price is there already', (kind, level) => {
    const reached = { symbol: 'BTCUSDT', price: '92000' };
    given().when(setAlert({ kind, level })).then(refuse('alert.already-reached', reached));
  });

  it('refuses a move that the last 24 hours have already brought', () => {
    given()
      .when(setAlert({ kind: 'moves', level: '2.22' }))
      .then('alert.already-reached');
    given()
      .when(setAlert({ kind: 'moves', level: '2.23' }))
      .then('AlertSet');
  });

  it('wants a price on the tick, in a range around the last price', () => {
    given()
      .when(setAlert({ level: '100000.001' }))
      .then(refuse('alert.price-tick', { tickSize: '0.01' }));
    const range = { lowest: '920', highest: '9200000', ...decidedBy };
    given()
      .when(setAlert({ level: '9200000.01' }))
      .then(refuse('alert.price-range', range));
    given()
      .when(setAlert({ kind: 'falls', level: '0' }))
      .then('alert.price-range');
    given()
      .when(setAlert({ level: '0.02' }, { last: '0.01' }))
      .then('AlertSet');
  });

  it('wants a percentage within the policy, with two decimals at most', () => {
    const refused = refuse('alert.percent-range', { minimum: '0.5', maximum: '100', ...decidedBy });
    for (const level of ['0.49', '100.01', '5.001'])
      given()
        .when(setAlert({ kind: 'moves', level }))
        .then(refused);
  });

  it('wants an end in the coming 90 days', () => {
    given()
      .when(setAlert({ endsAt: AT }))
      .then('alert.end-past');
    given()
      .when(setAlert({ endsAt: AT + 90 * DAY_MS + 1 }))
      .then(refuse('alert.end-far', { days: 90, ...decidedBy }));
    given()
      .when(setAlert({ endsAt: AT + 90 * DAY_MS }))
      .then('AlertSet');
  });

  it('wants a pause between two notifications', () => {
    given()
      .when(setAlert({ repeat: 'each', pauseMinutes: 4 }))
      .then(refuse('alert.pause-short', { minutes: 5, ...decidedBy }));
  });

  it('refuses more alerts than the policy allows, paused ones included, until one is over', () => {
    given(setAlert(), setAlert({}, {}, 'alert-2'), pause)
      .when(setAlert({}, {}, 'alert-3'))
      .then(refuse('alert.too-many', { limit: 2, ...decidedBy }))
      .when(remove)
      .then('AlertRemoved')
      .when(setAlert({}, {}, 'alert-3'))
      .then('AlertSet');
  });
});

describe('changing a price alert', () => {
  it('gives it all terms anew, and checks them as at the beginning', () => {
    given(setAlert())
      .when(change({ kind: 'falls', level: '91000' }))
      .then('AlertChanged')
      .when(change({ level: '90000' }))
      .then('alert.already-reached');
  });

  it('cannot give it another instrument, nor change one that is over', () => {
    given(setAlert()).when(change({}, 'ETHUSDT')).then('alert.not-found');
    given(setAlert(), trigger()).when(change({})).then('alert.not-found');
  });

  it('pauses and resumes it; doing it again changes nothing', () => {
    given(setAlert()).when(pause).then('AlertPaused').when(pause).then().when(resume).then('AlertResumed');
    given().when(pause).then('alert.not-found');
  });
});

describe('a price that reaches an alert', () => {
  it('is told once, with price and instant, and the alert is over', () => {
    given(setAlert())
      .when(trigger({ price: '100000.5', reachedAt: AT }))
      .then({
        type: 'AlertTriggered',
        data: {
          ...ofAlert,
          symbol: 'BTCUSDT',
          kind: 'rises',
          level: '100000',
          direction: 'up',
          price: '100000.5',
          reachedAt: AT,
          from: null,
          change: null,
          email: false,
          againAt: null,
          sealedNote: null,
        },
      })
      .when(trigger())
      .then();
  });

  it('is told again only after the pause, for the round that was watched', () => {
    given(at(AT, setAlert({ repeat: 'each', pauseMinutes: 10 })))
      .when(at(later(1), trigger({ reachedAt: later(1) })))
      .then({ data: expect.objectContaining({ againAt: later(11) }) })
      .when(at(later(20), trigger({ reachedAt: later(20) })))
      .then()
      .when(at(later(20), trigger({ round: 2, reachedAt: later(10) })))
      .then()
      .when(at(later(20), trigger({ round: 2, reachedAt: later(20) })))
      .then('AlertTriggered');
  });

  it('is no event for terms that it does not meet, before they were set, after their end or in the future', () => {
    given(setAlert())
      .when(trigger({ price: '99999.99' }))
      .then()
      .when(trigger({ direction: 'down', price: '1' }))
      .then()
      .when(trigger({ reachedAt: AT - 1 }))
      .then()
      .when(trigger({ reachedAt: AT + 1 }))
      .then()
      .when(at(AT + 40 * DAY_MS, trigger({ reachedAt: AT + 30 * DAY_MS })))
      .then();
    given(setAlert({ kind: 'moves', level: '5' }))
      .when(trigger({ price: '95000', from: '90476', change: '4.99' }))
      .then()
      .when(trigger({ direction: 'down', price: '85000', from: '90000', change: '-5.55' }))
      .then('AlertTriggered');
  });

  it('is not told while the alert is paused', () => {
    given(setAlert(), pause)
      .when(trigger({ round: 2 }))
      .then();
  });

  it('goes out as a letter at most as often in 24 hours as the policy says', () => {
    const set = setAlert({ repeat: 'each', pauseMinutes: 5, email: true });
    const told = (round: number, minutes: number) => at(later(minutes), trigger({ round, reachedAt: later(minutes) }));
    const letter = (email: boolean) => ({ data: expect.objectContaining({ email }) });
    given(at(AT, set))
      .when(told(1, 1))
      .then(letter(true))
      .when(told(2, 10))
      .then(letter(true))
      .when(told(3, 20))
      .then(letter(false))
      .when(told(4, 24 * 60 + 2))
      .then(letter(true));
  });
});

describe('a split of the instrument', () => {
  const split = (effectiveAt: number, standing: object | null = null) => ({
    type: 'SplitAlert',
    data: { userId: USER, alertId: 'alert-1', newShares: 10, oldShares: 1, tickSize: '0.01', effectiveAt, standing },
  });

  it('divides the level on the nearest tick, once, and counts prices from the effect on', () => {
    const story = given(setAlert({ level: '100000.07' })).and(at(AT + 60_000, split(AT + 30_000)));
    expect(story.state.alerts.get('alert-1')).toMatchObject({ level: '10000.01', since: AT + 30_000, round: 2 });
    story.when(at(AT + 61_000, split(AT + 30_000))).then();
  });

  it('leaves the pause of an alert that repeats', () => {
    const repeated = setAlert({ level: '100000', repeat: 'each', pauseMinutes: 10 });
    const reached = at(later(1), trigger({ round: 1, reachedAt: later(1) }));
    const story = given(at(AT, repeated), reached).and(at(later(2), split(later(2) - 1)));
    expect(story.state.alerts.get('alert-1')).toMatchObject({ level: '10000', since: later(11) });
  });

  it('keeps an alert that repeats armed where the price had left its level, and from which side', () => {
    const repeated = setAlert({ level: '100000', kind: 'crosses', repeat: 'each', pauseMinutes: 10 });
    const reached = at(later(1), trigger({ round: 1, reachedAt: later(1) }));
    const splitIn = (standing: object | null) =>
      given(at(AT, repeated), reached)
        .and(at(later(60), split(later(59), standing)))
        .state.alerts.get('alert-1');
    const left = { round: 2, armed: true, side: 'down' };
    expect(splitIn(left)).toMatchObject({ level: '10000', armed: true, side: 'down' });
    expect(splitIn(null)).toMatchObject({ level: '10000', armed: false, side: 'up' });
    // What was seen of other terms says nothing about these.
    expect(splitIn({ ...left, round: 1 })).toMatchObject({ armed: false, side: 'up' });
  });

  it('leaves a level that was set after it, and a change in per cent', () => {
    given(setAlert())
      .when(at(AT + 60_000, split(AT - 1)))
      .then();
    given(setAlert({ kind: 'moves', level: '10' }))
      .when(at(AT + 60_000, split(AT + 30_000)))
      .then();
  });
});

describe('the end of a price alert', () => {
  it('comes with its date, and not before it', () => {
    given(setAlert())
      .when(endByDate)
      .then()
      .when(at(AT + 30 * DAY_MS, endByDate))
      .then({ type: 'AlertEnded', data: { ...ofAlert, symbol: 'BTCUSDT', reason: 'date' } })
      .when(endByDate)
      .then();
  });

  it('comes with the instrument, or with the account for all of them', () => {
    given(setAlert())
      .when({ type: 'EndAlert', data: { ...ofAlert, reason: 'delisted' } })
      .then('AlertEnded');
    given(setAlert(), setAlert({}, {}, 'alert-2'))
      .when({ type: 'EndAlerts', data: { userId: USER } })
      .then('AlertEnded', 'AlertEnded')
      .when(remove)
      .then('alert.not-found');
  });
});

describe('a snapshot of alerts', () => {
  it('is the same state again', () => {
    const { state } = given(setAlert({ email: true }), setAlert({}, {}, 'alert-2'), trigger());
    const saved = JSON.parse(JSON.stringify(alertKind.snapshot?.save(state))) as unknown;
    expect(alertKind.snapshot?.load(saved, USER)).toEqual(state);
  });
});
