import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { EnteredView } from '../../contracts/account.contract.js';
import type { Envelope, RefusalData } from '../../contracts/envelope.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { bindGoogle, codeNow, realPerson } from '../kit/factors.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const HOUR_MS = 3_600_000;
const STEP_MS = 30_000;
const clock = new FakeClock(Date.UTC(2026, 0, 5, 12));
let started: StartedApp;
let addresses = 0;

beforeAll(async () => {
  started = await startApp({ clock });
}, 120_000);
afterAll(() => started.close());
// Another test's tries must not lock this one out.
beforeEach(() => clock.advance(HOUR_MS));

interface From {
  readonly address?: string;
  readonly device?: string;
  readonly googleCode?: string;
}

/** An unused address. */
const elsewhere = (): string => `10.${(addresses += 1) >> 8}.${addresses & 255}.1`;

async function logIn(account: string, password: string, from: From = {}, app = started): Promise<string> {
  const answer = await fetch(`${app.url}/web/userLogin`, {
    method: 'POST',
    headers: { 'x-forwarded-for': from.address ?? elsewhere(), ...(from.device && { 'x-device': from.device }) },
    body: new URLSearchParams({ account, password, ...(from.googleCode && { googleCode: from.googleCode }) }),
  });
  const { data } = (await answer.json()) as Envelope<EnteredView | RefusalData>;
  return 'refusal' in data ? data.refusal : 'in';
}

/** A person with a device that they came in from before. */
async function personWithDevice() {
  const person = await realPerson(started);
  const device = `device-of-${person.userId}`;
  expect(await logIn(person.account, person.password, { device })).toBe('in');
  const devices = () => person.trader.given('getSessions');
  await until(async () => (await devices()).length === 2);
  return { ...person, device };
}

/** Guesses at once, each from an address of its own. */
const guess = (account: string, times = 10) =>
  Promise.all(Array.from({ length: times }, (_, n) => logIn(account, `guess number ${n}`)));

describe('an account that somebody guesses at', () => {
  it('keeps the guesser out, from however many addresses, also with the right password', async () => {
    const { account, password } = await realPerson(started);
    const answers = await guess(account, 100);
    expect(answers.filter((answer) => answer === 'account.credentials-wrong').length).toBeLessThan(5);
    expect(answers).not.toContain('in');
    expect(await logIn(account, password)).toBe('account.locked');
  });

  it('lets its owner in on a device that they know', async () => {
    const { account, password, device } = await personWithDevice();
    await guess(account);
    expect(await logIn(account, password, { device })).toBe('in');
    // That did not open the door for the guesser.
    expect(await logIn(account, password)).toBe('account.locked');
  });

  it('lets nobody guess on a known device either', async () => {
    const { account, password, device } = await personWithDevice();
    const answers: string[] = [];
    for (let n = 0; n < 6; n += 1) answers.push(await logIn(account, `guess ${n}`, { device }));
    expect(answers.slice(3)).toEqual(['account.credentials-wrong', 'account.locked', 'account.locked']);
    expect(await logIn(account, password, { device })).toBe('account.locked');
  });

  it('knows no device by its browser alone, and none of another person', async () => {
    const { account, password } = await realPerson(started);
    const other = await personWithDevice();
    await guess(account);
    expect(await logIn(account, password, { device: other.device })).toBe('account.locked');
  });

  it('lets its owner in on a new device with a right code of the authenticator, and nobody with a wrong one', async () => {
    const { account, password, trader } = await realPerson(started);
    const { secret } = await bindGoogle(trader, password, clock);
    clock.advance(STEP_MS);
    await guess(account);
    expect(await logIn(account, password, { googleCode: '000000' })).toBe('account.locked');
    expect(await logIn(account, 'a guess', { googleCode: codeNow(secret, clock) })).toBe('account.credentials-wrong');
    expect(await logIn(account, password, { googleCode: codeNow(secret, clock) })).toBe('in');
  });
});

describe('an address that many people share', () => {
  it('is open to neighbours of somebody who guessed wrong five times', async () => {
    const address = elsewhere();
    const [guessed, neighbour] = [await realPerson(started), await realPerson(started)];
    for (let n = 0; n < 5; n += 1) await logIn(guessed.account, `guess ${n}`, { address });
    expect(await logIn(guessed.account, guessed.password, { address })).toBe('account.locked');
    expect(await logIn(neighbour.account, neighbour.password, { address })).toBe('in');
  });

  it('is closed to strangers after fifty wrong tries at many accounts, as one network of IPv6 is; not to known devices', async () => {
    const { account, password, device } = await personWithDevice();
    const address = (n: number): string => `2001:db8:0:${addresses}::${n + 1}`;
    for (let n = 0; n < 50; n += 1) await logIn(`nobody${n}@example.com`, 'guess', { address: address(n) });
    expect(await logIn(account, password, { address: address(99) })).toBe('account.locked');
    expect(await logIn(account, password, { address: address(99), device })).toBe('in');
    expect(await logIn(account, password)).toBe('in');
  });
});

describe('a log-in with a right password', () => {
  it('counts too: its account has so many a minute at an address, and others there have theirs', async () => {
    const limited = await startApp({ clock, limits: { loginsPerPersonPerMinute: 3 } });
    try {
      const [one, other] = [await realPerson(limited), await realPerson(limited)];
      const address = elsewhere();
      const answers: string[] = [];
      for (let n = 0; n < 4; n += 1) answers.push(await logIn(one.account, one.password, { address }, limited));
      expect(answers).toEqual(['in', 'in', 'in', 'request.too-many']);
      expect(await logIn(other.account, other.password, { address }, limited)).toBe('in');
    } finally {
      await limited.close();
    }
  });

  it('ends the oldest of twenty sessions', async () => {
    const { account, password, trader } = await realPerson(started);
    const sessions: Trader[] = [];
    for (let n = 0; n < 20; n += 1) {
      clock.advance(1_000);
      const entered = await new Trader(started).post('userLogin', { account, password });
      sessions.push(new Trader(started, entered.data.token));
    }
    await trader.when('info').then('session.ended');
    const [oldest, newest] = [sessions[0] as Trader, sessions[19] as Trader];
    await oldest.when('info').then();
    expect(await newest.given('getSessions')).toHaveLength(20);
  });
});
