import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { holdToasts, releaseToasts, toast, useToasts } from './toasts';

const shown = () => useToasts.getState().toasts.map(({ text }) => text);

describe('a toast', () => {
  beforeEach(() => void jest.useFakeTimers());
  afterEach(() => {
    releaseToasts();
    jest.runAllTimers();
    jest.useRealTimers();
  });

  it('stays for three seconds', () => {
    toast('neutral', 'Hello.');
    jest.advanceTimersByTime(2999);
    expect(shown()).toEqual(['Hello.']);
    jest.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('is said once when the same is said twice at once', () => {
    toast('warning', 'No connection.');
    toast('warning', 'No connection.');
    expect(shown()).toEqual(['No connection.']);
  });

  it('about the same thing takes the place of the one before', () => {
    toast('success', 'Half is filled.', { about: 'o-1', progress: 0.5 });
    toast('success', 'All is filled.', { about: 'o-1' });
    expect(shown()).toEqual(['All is filled.']);
  });

  it('that says more comes instead of a plainer one, whichever is there first', () => {
    toast('neutral', 'Order placed.', { about: 'createOrder' });
    toast('success', 'Bought 1 BTC.', { about: 'o-1', insteadOf: 'createOrder' });
    expect(shown()).toEqual(['Bought 1 BTC.']);
    toast('success', 'Sold 1 BTC.', { about: 'o-2', insteadOf: 'createOrder' });
    toast('neutral', 'Order placed.', { about: 'createOrder' });
    expect(shown()).toEqual(['Bought 1 BTC.', 'Sold 1 BTC.']);
    toast('neutral', 'Order placed.', { about: 'createOrder' });
    expect(shown()).toContain('Order placed.');
  });

  it('that can be acted on stays for ten seconds', () => {
    toast('success', 'Bought 1 BTC.', { actions: [{ label: 'View order', run: () => undefined }] });
    jest.advanceTimersByTime(9999);
    expect(shown()).toEqual(['Bought 1 BTC.']);
    jest.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('stays as long as somebody is on it, and three seconds more', () => {
    toast('success', 'Order placed.');
    jest.advanceTimersByTime(2000);
    holdToasts();
    jest.advanceTimersByTime(60_000);
    toast('success', 'Order filled.');
    expect(shown()).toEqual(['Order placed.', 'Order filled.']);
    releaseToasts();
    jest.advanceTimersByTime(2999);
    expect(shown()).toHaveLength(2);
    jest.advanceTimersByTime(1);
    expect(shown()).toEqual([]);
  });

  it('gives way to newer ones when there are more than four', () => {
    for (const text of ['1', '2', '3', '4', '5']) toast('neutral', text);
    expect(shown()).toEqual(['2', '3', '4', '5']);
  });

  it('with no text is none', () => {
    toast('neutral', '');
    expect(shown()).toEqual([]);
  });
});
