import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { hearServerTime, serverNow } from './server-clock';

const NOON = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;
const dateOf = (at: number): string => new Date(at).toUTCString();

beforeEach(() => void jest.useFakeTimers({ now: NOON }));
afterEach(() => {
  hearServerTime(dateOf(Date.now()));
  jest.useRealTimers();
});

describe('the server’s clock', () => {
  it('is followed by a device whose own clock is wrong, and runs on between answers', () => {
    hearServerTime(dateOf(NOON - HOUR));
    expect(serverNow()).toBe(NOON - HOUR);
    jest.advanceTimersByTime(1500);
    expect(serverNow()).toBe(NOON - HOUR + 1500);
    jest.setSystemTime(NOON + 5 * HOUR);
    hearServerTime(dateOf(NOON));
    expect(serverNow()).toBe(NOON);
  });

  it('does not jump about with the fraction of a second that the header leaves out', () => {
    hearServerTime(dateOf(NOON - 900));
    expect(serverNow()).toBe(NOON);
  });

  it('is the device’s own where an answer says nothing of it', () => {
    hearServerTime(null);
    hearServerTime('soon');
    expect(serverNow()).toBe(NOON);
  });
});
