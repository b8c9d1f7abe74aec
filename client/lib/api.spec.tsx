import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getInfo, logout } from '../../contracts/account.calls';
import type { Envelope } from '../../contracts/envelope.contract';
import { filesBelow, read } from '../../test/kit/sources.js';
import { wordsOf } from '../../test/kit/words.js';
import { readText } from './rendered.testkit';
import { useSession } from './session';
import { useToasts } from './toasts';

const { api, NetworkError, NEUTRAL_EVENTS, QUIET, RefusalError } = await import('./api');

const t = wordsOf('en');
const REFUSED = { data: { refusal: 'order.not-found', params: {} } };
const shown = () => useToasts.getState().toasts.map(({ kind, text }) => `${kind}: ${text}`);

/** What the server answers from now on. */
function answering(envelope: Partial<Envelope>): void {
  const whole: Envelope = { code: 0, message: 'Done.', data: null, event: 'logout', title: '', time: 0, ...envelope };
  const answer = { status: 200, headers: new Headers(), json: () => Promise.resolve(whole) };
  jest.spyOn(globalThis, 'fetch').mockResolvedValue(answer as Response);
}

beforeAll(async () => void (await readText(<p />)));
beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
  jest.restoreAllMocks();
});

describe('the answer to a change', () => {
  it.each([...NEUTRAL_EVENTS])(
    'to %s is told neutrally when it is done, and as a warning with code 1',
    async (event) => {
      answering({ event });
      await api.call(logout);
      expect(shown()).toEqual(['neutral: Done.']);
      answering({ event, code: 1, message: 'Not now.' });
      await api.call(logout);
      expect(shown()).toEqual(['warning: Not now.']);
    },
  );

  it('is told neutrally only for events that a call answers with', () => {
    const declared = filesBelow('contracts').map(read).join('');
    const unsent = [...NEUTRAL_EVENTS].filter((event) => !new RegExp(`(event: '|path: 'web/)${event}'`).test(declared));
    expect(unsent).toEqual([]);
  });

  it('to anything else is told as a success', async () => {
    answering({ event: 'cancelOrder' });
    await api.call(logout);
    expect(shown()).toEqual(['success: Done.']);
  });

  it('with code 7 brings its data and says nothing', async () => {
    answering({ code: 7, data: { balance: '1' } });
    expect(await api.call(logout)).toEqual({ balance: '1' });
    expect(shown()).toEqual([]);
  });

  it.each([1, 422])('with code %d and a refusal is a warning, and fails', async (code) => {
    answering({ ...REFUSED, code, message: 'We know no such order.' });
    await expect(api.call(logout)).rejects.toMatchObject({ code, data: REFUSED.data });
    expect(shown()).toEqual(['warning: We know no such order.']);
  });

  it('with another code and no message says that the request failed', async () => {
    answering({ code: 500, message: '' });
    await expect(api.call(logout)).rejects.toBeInstanceOf(RefusalError);
    expect(shown()).toEqual([`warning: ${t('common:error.request')}`]);
  });

  it('that never comes says that there is no connection, after the last try', async () => {
    const tries = jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('offline'));
    const failed = expect(api.call(logout)).rejects.toBeInstanceOf(NetworkError);
    await jest.advanceTimersByTimeAsync(3999);
    expect(shown()).toEqual([]);
    await jest.advanceTimersByTimeAsync(1);
    await failed;
    expect(shown()).toEqual([`warning: ${t('common:error.network')}`]);
    expect(tries).toHaveBeenCalledTimes(3);
  });

  it('shows no refusal that the form shows at its fields', async () => {
    answering({ ...REFUSED, code: 1, message: 'We know no such order.' });
    await expect(api.call(logout, {}, QUIET)).rejects.toBeInstanceOf(RefusalError);
    expect(shown()).toEqual([]);
  });
});

describe('the answer to a read', () => {
  it.each([
    [0, true],
    [7, true],
    [500, false],
  ])('with code %d shows no toast', async (code, fine) => {
    answering({ code });
    expect(
      await api.call(getInfo).then(
        () => true,
        () => false,
      ),
    ).toBe(fine);
    expect(shown()).toEqual([]);
  });

  it('is given up after 30 seconds', async () => {
    jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      const given = new AbortController();
      setTimeout(() => given.abort(), ms);
      return given.signal;
    });
    jest.spyOn(globalThis, 'fetch').mockImplementation(
      (_, init) =>
        new Promise((_answered, failed) => {
          init?.signal?.addEventListener('abort', () => failed(new Error('aborted')));
        }),
    );
    let end: unknown = 'waiting';
    const over = api.call(getInfo).catch((error: unknown) => (end = error));
    await jest.advanceTimersByTimeAsync(29_999);
    expect(end).toBe('waiting');
    await jest.advanceTimersByTimeAsync(1);
    await over;
    expect(end).toBeInstanceOf(NetworkError);
  });
});

describe('code 1000', () => {
  it('without a time clears the session after two seconds, and opens the page afresh', async () => {
    // Nothing can be kept here, and zustand says so.
    jest.spyOn(console, 'warn').mockReturnValue();
    const loaded: string[] = [];
    Object.assign(globalThis, { location: { reload: () => loaded.push('again') } });
    useSession.getState().start({ token: 'a-token', realm: 'real', demo: null } as never);
    answering({ code: 1000, message: 'You were logged out.' });
    await expect(api.call(getInfo)).rejects.toBeInstanceOf(RefusalError);
    expect(shown()).toEqual(['warning: You were logged out.']);
    jest.advanceTimersByTime(1999);
    expect([useSession.getState().session?.token, loaded]).toEqual(['a-token', []]);
    jest.advanceTimersByTime(1);
    expect([useSession.getState().session, loaded]).toEqual([null, ['again']]);
    Reflect.deleteProperty(globalThis, 'location');
  });
});
