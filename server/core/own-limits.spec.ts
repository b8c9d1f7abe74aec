import { describe, expect, it } from '@jest/globals';
import { changedLimit, changedPause, inForce, loosening, NO_LIMITS, pausedUntil, viewOfLimits } from './own-limits.js';

const AT = Date.parse('2028-03-01T12:00:00Z');
const DAY_MS = 86_400_000;
const CODES = { unchanged: 'unchanged', tooLong: 'too-long' };
const limited = (value: string | null) => ({ ...NO_LIMITS, lossLimit: inForce(value) });
const paused = (until: number | null) => ({ ...NO_LIMITS, pause: inForce(until) });

describe('an own loss limit', () => {
  it.each<[string, string | null, string | null, string | null, number | null]>([
    ['a first one holds at once', null, '50.0', '50', null],
    ['a lower one holds at once', '50', '49.99', '49.99', null],
    ['a higher one holds after a day', '50', '50.01', '50.01', AT + DAY_MS],
    ['none at all holds after a day', '50', null, null, AT + DAY_MS],
  ])('%s', (_, now, wanted, value, from) => {
    expect(changedLimit('unchanged', limited(now), wanted, AT)).toEqual({ value, from });
  });

  it('refuses what is set or waits already, and takes a looser one back at once', () => {
    const waits = { lossLimit: loosening(inForce('50'), '80', AT + DAY_MS) };
    expect(changedLimit('unchanged', limited('50'), '50.00', AT)).toMatchObject({ refusal: 'unchanged' });
    expect(changedLimit('unchanged', waits, '80', AT)).toMatchObject({ refusal: 'unchanged' });
    expect(changedLimit('unchanged', waits, '50', AT)).toEqual({ value: '50', from: null });
  });
});

describe('an own pause', () => {
  it('begins and grows at once, and is shorter only after a day', () => {
    expect(changedPause(CODES, paused(null), AT + DAY_MS, AT)).toEqual({ value: AT + DAY_MS, from: null });
    expect(changedPause(CODES, paused(AT + DAY_MS), AT + 2 * DAY_MS, AT)).toEqual({
      value: AT + 2 * DAY_MS,
      from: null,
    });
    expect(changedPause(CODES, paused(AT + 2 * DAY_MS), AT + DAY_MS, AT)).toEqual({
      value: AT + DAY_MS,
      from: AT + DAY_MS,
    });
    expect(changedPause(CODES, paused(AT + 2 * DAY_MS), null, AT)).toEqual({ value: null, from: AT + DAY_MS });
  });

  it('ends after now and within a year, and is over by itself', () => {
    for (const until of [AT, AT + 366 * DAY_MS])
      expect(changedPause(CODES, NO_LIMITS, until, AT)).toMatchObject({ refusal: 'too-long' });
    expect(changedPause(CODES, paused(AT), null, AT)).toMatchObject({ refusal: 'unchanged' });
    expect([pausedUntil(paused(AT), AT), pausedUntil(paused(AT + 1), AT)]).toEqual([null, AT + 1]);
  });

  it('is shown with a shorter one that waits, until it is over', () => {
    const limits = { ...NO_LIMITS, pause: loosening(inForce(AT + 1), null, AT + DAY_MS) };
    expect(viewOfLimits(limits, AT).pause).toEqual({ until: AT + 1, pending: { until: null, from: AT + DAY_MS } });
    expect(viewOfLimits(limits, AT + 1).pause).toEqual({ until: null, pending: null });
  });
});
