import { afterAll, afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { SessionView } from '../../contracts/account.contract';
import './rendered.testkit';
import { EVERYTHING_OWN } from './keys';
import { useSession } from './session';

const { refreshOwnSession } = await import('./own-session');
const { followOtherTabs } = await import('./other-tabs');
const { usePreferences } = await import('./preferences');
const { queryClient } = await import('./query');

const REAL: SessionView = {
  token: 'real-token',
  lang: 'en',
  realm: 'real',
  userId: 'real-1',
  name: 'anna',
  phone: '',
  email: 'anna@example.com',
  transaction_password: 0,
  frozen: false,
  demo: null,
};
const DEMO: SessionView = {
  ...REAL,
  token: 'demo-token',
  realm: 'demo',
  userId: 'demo-1',
  demo: { generation: 1, expiresAt: 2, expired: false },
};
const MONEY = { usdt: '12.5', bank_number: 'DE02', alipay_account: 'a', invitation_code: 'ABC', area_code: '+49' };

/** What `web/info` answers; `meanwhile` happens while the answer is on its way. */
function answering(data: object, meanwhile: () => void = () => undefined): void {
  jest.spyOn(globalThis, 'fetch').mockImplementation(() => {
    meanwhile();
    const envelope = { code: 7, message: '', data, event: 'info', title: '', time: 0 };
    return Promise.resolve({
      status: 200,
      headers: new Headers(),
      json: () => Promise.resolve(envelope),
    } as unknown as Response);
  });
}

// Nothing can be kept here, and zustand says so.
beforeEach(() => void jest.spyOn(console, 'warn').mockReturnValue());
afterEach(() => {
  useSession.setState({ session: null, other: null });
  queryClient.clear();
  jest.restoreAllMocks();
});

describe('the session of this browser', () => {
  it('takes over what the server says of the person, and nothing of their money', async () => {
    useSession.getState().start(REAL);
    const fresh = { ...REAL, phone: '+49***123456', transaction_password: 1, frozen: true } as const;
    answering({ ...fresh, ...MONEY });
    await refreshOwnSession();
    expect(useSession.getState().session).toEqual(fresh);
  });

  it('is not overwritten by an answer about the session that was on before', async () => {
    useSession.getState().start(DEMO);
    useSession.getState().start(REAL);
    answering(REAL, () => useSession.getState().switchOver());
    await refreshOwnSession();
    expect(useSession.getState()).toMatchObject({ session: DEMO, other: REAL });
  });

  it('stays ended when the answer comes after the log-out', async () => {
    useSession.getState().start(REAL);
    answering(REAL, () => useSession.getState().clear());
    await refreshOwnSession();
    expect(useSession.getState().session).toBeNull();
  });
});

describe('a session that another tab begins or ends', () => {
  afterAll(() => {
    for (const store of [useSession, usePreferences]) Reflect.deleteProperty(store, 'persist');
  });

  const key = [...EVERYTHING_OWN.queryKey, 'asset', 'list'];
  /** Another tab stores its session; what was kept of the account here is answered. */
  async function afterwards(stored: SessionView | null): Promise<unknown> {
    let hear: (event: { key: string }) => void = () => undefined;
    jest.spyOn(globalThis, 'addEventListener').mockImplementation((_, listener) => void (hear = listener as never));
    const rehydrate = () => Promise.resolve(useSession.setState({ session: stored }));
    Object.assign(useSession, { persist: { getOptions: () => ({ name: 'session' }), rehydrate } });
    Object.assign(usePreferences, { persist: { getOptions: () => ({ name: 'preferences' }) } });
    followOtherTabs();
    queryClient.setQueryData(key, 'of the account');
    hear({ key: 'session' });
    await new Promise(setImmediate);
    return queryClient.getQueryData(key);
  }

  it.each([
    ['another account', DEMO],
    ['nobody', null],
  ])('leaves nothing of the old account here, when %s is logged in then', async (_, stored) => {
    useSession.getState().start(REAL);
    expect(await afterwards(stored)).toBeUndefined();
  });

  it('changes nothing here when it is the same one', async () => {
    useSession.getState().start(REAL);
    expect(await afterwards(REAL)).toBe('of the account');
  });
});
