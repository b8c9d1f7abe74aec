import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import type { MessageView } from '../../contracts/message.contract.js';
import { messagesTo } from '../kit/people.js';
import { requestRecovery, guarded, proved, sendPhoto, startRecoveryDesk, stopCodeTo } from '../kit/recovery.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { savingPerson } from '../kit/withdrawals.js';
import { bindGoogle } from '../kit/factors.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
let desk: Awaited<ReturnType<typeof startRecoveryDesk>>;

beforeAll(async () => {
  desk = await startRecoveryDesk();
}, 180_000);
afterAll(() => desk.started.close());

const person = () => guarded(desk.started, desk.clock);
const visitor = () => new Trader(desk.started);
const expectMessage = async (account: string, template: string): Promise<void> =>
  until(async () => (await messagesTo(desk.started, account)).some((message) => message.template === template));

describe('who has lost authenticator and recovery codes', () => {
  it('gets in by password alone once two of the staff agreed and the waiting time is over, and withdraws later still', async () => {
    const { started, clock } = desk;
    const saver = await savingPerson(started, '5000');
    await desk.verifies(saver.trader);
    const { account, password, userId, trader } = saver;
    await bindGoogle(trader, password, clock);
    await requestRecovery(started, saver);
    await expectMessage(account, 'recovery-requested');
    const requestId = await desk.requestOf(userId);
    await desk.as('ira').decides(requestId).then({ outcome: 'seconded' });
    expect(await recovery(trader)).toMatchObject({ effectAt: null });
    await desk.as('ira').decides(requestId).then('review.approved-by-you');
    await desk.as('ida').decides(requestId).then({ outcome: 'approved' });
    expect(await recovery(trader)).toMatchObject({ effectAt: clock.now() + 24 * HOUR_MS });
    await expectMessage(account, 'recovery-approved');
    clock.advance(24 * HOUR_MS - 1);
    await visitor().when('userLogin', { account, password }).then('security.google-required');
    await trader.when('info').then();
    clock.advance(1);
    await until(async () => (await trader.get('info')).refusal === 'session.ended');
    await trader.when('info').then('session.ended');
    await expectMessage(account, 'recovery-done');
    // Of the authenticator that was lost nothing is kept, not even sealed.
    const pool = started.app.get<Pool>(Pool, { strict: false });
    await until(async () => (await pool.query('SELECT 1 FROM factors WHERE user_id = $1', [userId])).rowCount === 1);
    expect((await pool.query('SELECT kind FROM factors WHERE user_id = $1', [userId])).rows).toEqual([
      { kind: 'trade' },
    ]);
    const again = new Trader(started, (await visitor().given('userLogin', { account, password })).token);
    expect(await recovery(again)).toBeNull();
    const request = { ...saver.request('500') };
    await again.given('unlockTrading', { tradePassword: request.tradePassword });
    const closed = await again.post('submitWithdrawal', request);
    expect(closed).toMatchObject({
      refusal: 'withdrawal.closed-after-recovery',
      params: { withdrawalHours: '24', policy: 'recovery.rules', version: 1 },
    });
    clock.advance(24 * HOUR_MS);
    await again.when('submitWithdrawal', request).then();
    const { items } = await again.given('getDecisions');
    const why = items.filter(({ policy }) => policy === 'recovery.rules').map(({ event }) => event);
    expect(why).toEqual(['AuthenticatorRemoved', 'AuthenticatorRemovalApproved', 'AuthenticatorRemovalRequested']);
    expect(items.find(({ event }) => event === 'AuthenticatorRemoved')).toMatchObject({
      version: 1,
      inputs: { waitingHours: 24, withdrawalHours: 24 },
    });
  });

  it('sends a new photo where he is verified, which reviewers see beside those on file, and nobody else', async () => {
    const of = await person();
    await desk.verifies(of.trader);
    const { ticket, photo } = await proved(desk.started, of);
    expect(photo).toBe(true);
    const bare = await visitor().post('requestRecovery', { ticket });
    expect([bare.refusal, bare.field]).toEqual(['security.recovery-photo-missing', 'imageId']);
    const [imageId, other] = [await sendPhoto(desk.started, ticket), await sendPhoto(desk.started, ticket)];
    await visitor().when('requestRecovery', { ticket, imageId: 'image-000000000000' }).then('image.not-found');
    await visitor().when('requestRecovery', { ticket, imageId }).then();
    await visitor().when('requestRecovery', { ticket, imageId: other }).then('security.recovery-gone');
    expect(await sendPhoto(desk.started, ticket)).toBe('security.recovery-gone');
    const requestId = await desk.requestOf(of.userId);
    await desk.as('ira').when('reviews/:id', { id: requestId }).then({ details: null });
    await desk.as('ira').given('claimReview', { requestId });
    const { details } = await desk.as('ira').given('reviews/:id', { id: requestId });
    expect(details?.images.map(({ purpose }) => purpose)).toEqual(['recovery-held', 'document-front', 'document-held']);
    expect(details?.images[0]?.id).toBe(imageId);
    expect(details?.fields[0]).toEqual({ name: 'realName', value: 'Anna Müller', personal: true });
    const { details: masked } = await desk.as('auditor').given('reviews/:id', { id: requestId });
    expect(masked?.images).toEqual([]);
    expect(masked?.fields.map(({ value }) => value)).not.toContain('Anna Müller');
    const image = (name: string) => desk.as(name).file('images/:id', { id: imageId, requestId });
    expect((await image('ira')).headers.get('content-type')).toBe('image/jpeg');
    expect((await image('ida')).status).toBe(409);
    expect((await image('cleo')).status).toBe(404);
    expect((await image('support')).status).toBe(403);
  });

  it('hears why it was rejected, stays protected, and may ask again', async () => {
    const of = await person();
    await requestRecovery(desk.started, of);
    const requestId = await desk.requestOf(of.userId);
    await desk.as('ira').given('claimReview', { requestId });
    const { details } = await desk.as('ira').given('reviews/:id', { id: requestId });
    expect(details?.signals[0]).toMatchObject({ name: 'nobody-verified', level: 'warning' });
    const rejects = (form: object) => desk.as('ira').decides(requestId, 'rejected', form);
    await rejects({ reasons: ['no-such'] }).then('422 review.reason-unknown');
    await rejects({ reasons: ['other'], note: 'Please write to support.' }).then({ outcome: 'rejected' });
    expect((await of.security()).recovery).toBeNull();
    await expectMessage(of.account, 'recovery-rejected');
    await until(async () => (await messageBox(of.trader)).some(({ body }) => body.includes('Another reason')));
    expect((await messageBox(of.trader))[0]).toMatchObject({ note: 'Please write to support.' });
    expect((await of.logsIn()).refusal).toBe('security.google-required');
    desk.clock.advance(MINUTE_MS);
    await requestRecovery(desk.started, of);
    expect(await desk.requestOf(of.userId)).not.toBe(requestId);
  });

  it('is decided by two others than himself, of those who review persons', async () => {
    const of = await person();
    await requestRecovery(desk.started, of);
    const requestId = await desk.requestOf(of.userId);
    await desk.as('cleo').when('claimReview', { requestId }).then('review.not-found');
    await desk.as('support').when('claimReview', { requestId }).then('staff.role-missing');
    await desk.as('auditor').when('claimReview', { requestId }).then('staff.role-missing');
    await desk.ownUser('ira', of.userId);
    await desk.as('ira').decides(requestId).then('review.own');
    await desk.ownUser('ira');
    await desk.as('ira').decides(requestId).then({ outcome: 'seconded' });
  });
});

describe('a request to take Google verification off', () => {
  it('tells nobody whether there is an account, Google verification or a request', async () => {
    const of = await person();
    const nobody = { account: 'nobody-at-all@example.com', password: of.password, code: '000000' };
    const [mine, others] = await Promise.all([
      visitor().get('getCode', { purpose: 'lost-google', account: of.account }),
      visitor().get('getCode', { purpose: 'lost-google', account: nobody.account }),
    ]);
    expect(mine.envelope.code).toBe(others.envelope.code);
    expect(mine.data).toEqual(others.data);
    await expectMessage(nobody.account, 'nothing-lost');
    await visitor().when('openRecovery', nobody).then('account.credentials-wrong');
    const form = { account: of.account, password: 'guess', code: '000000' };
    await visitor().when('openRecovery', form).then('account.credentials-wrong');
    await visitor()
      .when('openRecovery', { ...form, password: of.password })
      .then('code.wrong');
    await visitor()
      .when('openRecovery', { ...form, code: '' })
      .then('code.required');
    expect((await visitor().post('openRecovery', { ...form, account: ' ' })).field).toBe('account');
    expect(await sendPhoto(desk.started, 'ticket-0000000000000000')).toBe('security.recovery-gone');
    const stop = { account: of.account, stopCode: '0000-0000-0000-0000' };
    const silent = { refusal: 'code.wrong', field: 'stopCode' };
    expect(await visitor().post('stopRecovery', stop)).toMatchObject(silent);
    expect(await visitor().post('stopRecovery', { ...stop, account: nobody.account })).toMatchObject(silent);
  });

  it('locks after five wrong passwords like a log-in', async () => {
    desk.clock.advance(HOUR_MS);
    const of = await person();
    const form = { account: of.account, password: 'guess', code: '000000' };
    const refusals = [];
    for (let n = 0; n < 5; n += 1) refusals.push((await visitor().post('openRecovery', form)).refusal);
    expect(refusals).toEqual([...Array<string>(4).fill('account.credentials-wrong'), 'account.locked']);
    await visitor()
      .when('openRecovery', { ...form, password: of.password })
      .then('account.locked');
    desk.clock.advance(HOUR_MS);
  });

  it('is there once, whoever asks twice', async () => {
    const of = await person();
    const { ticket } = await proved(desk.started, of);
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor().post('requestRecovery', { ticket })));
    expect(answers.filter(({ refusal }) => refusal === '')).toHaveLength(1);
    expect((await desk.events(of.userId)).filter((type) => type === 'AuthenticatorRemovalRequested')).toHaveLength(1);
    desk.clock.advance(MINUTE_MS);
    await expect(proved(desk.started, of)).rejects.toThrow('security.recovery-open');
  });

  it('needs a ticket of the last minutes, and Google verification', async () => {
    const of = await person();
    const { ticket } = await proved(desk.started, of);
    desk.clock.advance(HOUR_MS);
    await visitor().when('requestRecovery', { ticket }).then('security.recovery-gone');
    const later = await proved(desk.started, of);
    const off = await of.trader.post('unbindGoogle', { password: of.password, googleCode: of.codes[0] ?? '' });
    expect(off.refusal).toBe('');
    const late = await visitor().post('requestRecovery', { ticket: later.ticket });
    expect(late.refusal).toBe('security.google-missing');
  });
});

describe('stopping it', () => {
  it('takes one click in any session, also while it waits for its hour', async () => {
    const of = await person();
    await requestRecovery(desk.started, of);
    const requestId = await desk.requestOf(of.userId);
    await desk.as('ira').given('claimReview', { requestId });
    await of.trader.when('cancelRecovery').then();
    await desk.as('ira').decides(requestId).then('review.decided');
    await expectMessage(of.account, 'recovery-cancelled');
    desk.clock.advance(MINUTE_MS);
    await requestRecovery(desk.started, of);
    await desk.approved(of.userId);
    await of.trader.when('cancelRecovery').then();
    await of.trader.when('cancelRecovery').then();
    await nothingComes(of);
  });

  it('takes the stop code of the notice and no log-in', async () => {
    const of = await person();
    await requestRecovery(desk.started, of);
    await desk.approved(of.userId);
    const stopCode = await stopCodeTo(desk.started, of.account);
    const { account } = of;
    const other = await person();
    await visitor().when('stopRecovery', { account: other.account, stopCode }).then('code.wrong');
    await visitor().when('stopRecovery', { account, stopCode: stopCode.toUpperCase() }).then();
    await visitor().when('stopRecovery', { account, stopCode }).then('code.wrong');
    await nothingComes(of);
  });

  it('happens by itself when the authenticator turns up, or a recovery code', async () => {
    const of = await person();
    await requestRecovery(desk.started, of);
    await desk.approved(of.userId);
    desk.clock.advance(MINUTE_MS);
    expect((await of.logsIn('000000')).refusal).toBe('security.google-wrong');
    expect((await of.security()).recovery).not.toBeNull();
    expect((await of.logsIn(of.showing())).refusal).toBe('');
    expect((await of.security()).recovery).toBeNull();
    await requestRecovery(desk.started, of);
    expect((await of.logsIn(of.codes[1])).refusal).toBe('');
    expect((await of.security()).recovery).toBeNull();
    await nothingComes(of);
  });

  it('and the last approval end in one of the two, whichever came first', async () => {
    for (let n = 0; n < 4; n += 1) {
      const of = await person();
      await requestRecovery(desk.started, of);
      const requestId = await desk.requestOf(of.userId);
      await desk.as('ira').decides(requestId).then();
      await desk.as('ida').given('claimReview', { requestId });
      const [stopped, { status, data, refusal }] = await Promise.all([
        of.trader.post('cancelRecovery'),
        desk.as('ida').decides(requestId).send(),
      ]);
      expect(stopped.refusal).toBe('');
      expect(status === 200 ? data.outcome : refusal).toBe(status === 200 ? 'approved' : 'review.decided');
      const steps = (await desk.events(of.userId)).slice(-3);
      const approved = status === 200 ? ['AuthenticatorRemovalApproved'] : [];
      expect(steps.slice(-2 - approved.length)).toEqual([
        'AuthenticatorRemovalRequested',
        ...approved,
        'AuthenticatorRemovalCancelled',
      ]);
      expect((await of.security()).recovery).toBeNull();
    }
  });
});

async function recovery(trader: Trader) {
  return (await trader.given('getSecurity')).recovery;
}

async function messageBox(trader: Trader): Promise<MessageView[]> {
  return (await trader.given('getMessages')).items;
}

/** Days later the authenticator's code is still required. */
async function nothingComes(of: Awaited<ReturnType<typeof person>>): Promise<void> {
  desk.clock.advance(25 * HOUR_MS);
  await desk.timersRan();
  expect((await of.logsIn()).refusal).toBe('security.google-required');
  expect(await desk.events(of.userId)).not.toContain('AuthenticatorRemoved');
}
