import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { assessRisk, type RiskScores } from '../../contracts/risk.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { InvestmentCaps } from '../../server/core/ports/investment-caps.js';
import { Sessions } from '../../server/features/account/sessions.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { openPerson } from '../kit/person.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const DAY_MS = 86_400_000;
const clock = new FakeClock(Date.UTC(2026, 0, 31, 12));
let started: StartedApp;

beforeAll(async () => void (started = await startApp({ clock })), 120_000);
afterAll(() => started.close());

const declared = { truthful: 'yes', mayLose: 'yes', capKnown: 'yes' };
const cautious = { purpose: '1', investment: '1', amount: '1', monthly: '1', occupation: '2', ...declared };
const bold = { purpose: '6', investment: '4', amount: '6', monthly: '4', occupation: '1', ...declared };

const person = (): Promise<Trader> => openPerson(started, clock.now());
const capOf = (userId: string) => started.app.get<InvestmentCaps>(InvestmentCaps, { strict: false }).of(userId);

describe('the questionnaire', () => {
  it('says the class, the cap that it sets, and the arithmetic line by line', async () => {
    const { get, post, userId } = await person();
    expect((await get('getRisk')).data).toEqual({
      ...{ class: 'unassessed', cap: '1000', capsVersion: 1, current: null, againAt: null, history: [] },
    });
    const { data } = await post('submitQuestionnaire', bold);
    expect(data).toMatchObject({ class: 'aggressive', cap: null, againAt: clock.now() + 7 * DAY_MS });
    const { data: seen } = await get('getRisk');
    expect(seen).toEqual(data);
    const lines = seen.current?.lines ?? [];
    expect(lines.map(({ question, choice }) => `${question} ${choice}`)).toEqual([
      ...['purpose 6', 'investment 4', 'amount 6', 'monthly 4', 'occupation 1'],
    ]);
    expect(lines.reduce((sum, { points }) => sum + points, 0)).toBe(seen.current?.score);
    expect(await capOf(userId)).toMatchObject({
      class: 'aggressive',
      cap: null,
      policy: { name: 'risk.caps', version: 1 },
    });
  });

  it('is calculated by the rules that everybody may read, so that a visitor’s browser comes to the same', async () => {
    const { values } = await new Trader(started).when('getPolicy', { name: 'risk.scores' }).then();
    const scores = values as unknown as RiskScores;
    const answers = { purpose: 3, investment: 2, amount: 4, monthly: 2, occupation: 7 };
    const inBrowser = assessRisk(answers, scores);
    const texts = Object.fromEntries(Object.entries(answers).map(([question, choice]) => [question, `${choice}`]));
    const { data } = await (await person()).post('submitQuestionnaire', { ...texts, ...declared });
    expect(data.current).toMatchObject({ score: inBrowser.score, class: inBrowser.class, lines: inBrowser.lines });
  });

  it('keeps the answers sealed: the history holds none of them', async () => {
    const { post, userId } = await person();
    await post('submitQuestionnaire', bold);
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query<{ data: string }>('SELECT data FROM events WHERE stream = $1', [
      `risk-${userId}`,
    ]);
    expect(rows).toHaveLength(1);
    expect(rows[0]?.data).not.toMatch(/purpose|investment|monthly|occupation/);
  });

  it.each([
    ['a question without an answer', { ...cautious, purpose: '' }, 'request.field-invalid'],
    ['a choice that there is not', { ...cautious, investment: '5' }, 'request.field-invalid'],
    ['a field of its own', { ...cautious, score: '100' }, 'request.field-unknown'],
    ['a declaration that is left out', { ...cautious, mayLose: '' }, 'risk.declaration-required'],
  ])('refuses %s', async (_, form, refusal) => {
    const { get, post } = await person();
    expect((await post('submitQuestionnaire', form)).refusal).toBe(refusal);
    expect((await get('getRisk')).data.history).toEqual([]);
  });

  it('is assessed once by fifty parallel repeats, which all get one answer', async () => {
    const { get, post } = await person();
    const form = { ...bold, requestToken: 'assess-once' };
    const answers = await Promise.all(Array.from({ length: 50 }, () => post('submitQuestionnaire', form)));
    expect(new Set(answers.map(({ status, data }) => `${status} ${data.current?.assessmentId}`)).size).toBe(1);
    expect((await get('getRisk')).data.history).toHaveLength(1);
  });

  it('is for real accounts: a demo account is told to switch, a visitor to log in', async () => {
    const demo = await Trader.demo(started);
    await demo.when('getRisk').then('demo.real-only');
    expect((await new Trader(started).post('submitQuestionnaire')).status).toBe(401);
    expect(await capOf(demo.userId)).toMatchObject({ class: 'unassessed', cap: '1000' });
  });

  it('stands for a week, may then be answered anew, expires after a year and says so', async () => {
    const { post, userId } = await person();
    await post('submitQuestionnaire', bold);
    const early = await post('submitQuestionnaire', cautious);
    expect(early).toMatchObject({ status: 409, refusal: 'risk.too-soon', params: { version: 1, pauseDays: 7 } });
    clock.advance(7 * DAY_MS);
    expect((await post('submitQuestionnaire', cautious)).data).toMatchObject({
      class: 'conservative',
      cap: '5000',
    });
    clock.advance(365 * DAY_MS);
    expect(await capOf(userId)).toMatchObject({ class: 'unassessed', cap: '1000' });
    started.app.get<Timers>(Timers, { strict: false }).look();
    // The session of last year is over.
    const { token } = await started.app.get<Sessions>(Sessions, { strict: false }).begin('real', userId);
    const again = new Trader(started, token, userId);
    const titles = async () => (await again.given('getMessages', { lang: 'en' })).items.map(({ title }) => title);
    await until(async () => (await titles()).length > 0);
    expect(await titles()).toEqual(['Risk assessment expired']);
    const seen = await again.when('getRisk').then({ class: 'unassessed', current: null, againAt: null });
    expect(seen.history.map(({ class: riskClass }) => riskClass)).toEqual(['conservative', 'aggressive']);
  });
});
