import { describe, it } from '@jest/globals';
import { projection } from '../../engine/projections/projection.testkit.js';
import { alerts, alertsProjection } from './alerts.projection.js';
import { AT, TERMS, USER } from './alert.testkit.js';

const ofAlert = { userId: USER, alertId: 'alert-1' };
const policy = { name: 'alert.rules', version: 4, inputs: {} };
const stream = `alert-${USER}`;
const set = { stream, type: 'AlertSet', data: { ...ofAlert, symbol: 'BTCUSDT', ...TERMS, last: '92000', policy } };
const triggered = (againAt: number | null) => ({
  stream,
  type: 'AlertTriggered',
  data: { ...ofAlert, price: '100000', reachedAt: AT, againAt },
});
const event = (type: string) => ({ stream, type, data: ofAlert });

describe('the list of price alerts', () => {
  it('has an alert with its terms, and the side that its price comes from', () => {
    const row = {
      alertId: 'alert-1',
      status: 'active',
      level: '100000',
      createdAt: 1,
      since: 1,
      armed: true,
      side: 'up',
    };
    projection(alertsProjection)
      .given(set)
      .then(alerts, { ...row, round: 1, times: 0, reachedPrice: '' });
  });

  it('says when and at which price it was last told, and whether it goes on', () => {
    const told = { times: 1, reachedAt: AT, reachedPrice: '100000' };
    projection(alertsProjection)
      .given(set, triggered(null))
      .then(alerts, { status: 'triggered', ...told });
    projection(alertsProjection)
      .given(set, triggered(AT + 60_000))
      .then(alerts, { status: 'active', ...told, since: AT + 60_000, armed: false, round: 2 });
  });

  it('follows pauses, removals and ends', () => {
    const story = projection(alertsProjection).given(set, event('AlertPaused'));
    story.then(alerts, { status: 'paused' });
    story.when(event('AlertResumed')).then(alerts, { status: 'active', armed: false, since: 3 });
    story.when(event('AlertEnded')).then(alerts, { status: 'ended' });
    projection(alertsProjection).given(set, event('AlertRemoved')).then(alerts, { status: 'removed' });
  });
});
