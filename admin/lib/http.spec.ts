import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { HttpError } from 'react-admin';
import { staffSession } from '../../contracts/staff.calls.js';
import { api } from './http';

/** Language and session are kept in a browser's storages; others test here too. */
const missing = (['localStorage', 'sessionStorage'] as const).filter((name) => globalThis[name] === undefined);
for (const name of missing) Object.assign(globalThis, { [name]: { getItem: () => null } });
afterAll(() => {
  for (const name of missing) Reflect.deleteProperty(globalThis, name);
});

/** Fails once the request's signal says so, as a browser does. */
const untilAborted = (signal: AbortSignal | null | undefined) =>
  new Promise<never>((_, failed) => {
    signal?.addEventListener('abort', () => failed(signal.reason as Error));
  });
/** Its head came, and the rest never does. */
const headOnly = (signal: AbortSignal | null | undefined) => {
  const answer = { ok: true, status: 200, headers: new Headers(), text: () => untilAborted(signal) };
  return Promise.resolve(answer as unknown as Response);
};

beforeEach(() => {
  jest.useFakeTimers();
  jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const given = new AbortController();
    setTimeout(() => given.abort(new DOMException('late', 'TimeoutError')), ms);
    return given.signal;
  });
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('a call of the console', () => {
  it.each([
    ['the answer', untilAborted],
    ['the rest of the answer', headOnly],
  ])('waits 30 seconds for %s, and then says that the server is out of reach', async (_, answer) => {
    jest.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => answer(init?.signal));
    let end: unknown = 'waiting';
    const over = api.call(staffSession).catch((error: unknown) => (end = error));
    await jest.advanceTimersByTimeAsync(29_999);
    expect(end).toBe('waiting');
    await jest.advanceTimersByTimeAsync(1);
    await over;
    expect(end).toBeInstanceOf(HttpError);
    expect(end).toMatchObject({ message: 'ra.notification.offline', status: 0 });
  });

  it('that its page gives up stays given up', async () => {
    jest.spyOn(globalThis, 'fetch').mockImplementation((_url, init) => untilAborted(init?.signal));
    const page = new AbortController();
    const over = api.call(staffSession, {}, { signal: page.signal }).catch((error: unknown) => error);
    page.abort();
    expect(await over).toMatchObject({ name: 'AbortError' });
  });
});
