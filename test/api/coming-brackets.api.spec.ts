import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { verify } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import { BookBeats } from '../../server/core/ports/book-beats.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { BRACKETS_NOTICE_MS } from '../../shared/margin-brackets.js';
import { eventually } from '../kit/eventually.js';
import { publishPolicy } from '../kit/publish-policy.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

const SYMBOL = 'BTCUSDT-PERP';
const NAME = 'contract.crypto';
const STEP_MS = 30_000;
const HOUR_MS = 3_600_000;
const clock = new FakeClock(Date.UTC(2026, 10, 24, 9));
let staff: Awaited<ReturnType<typeof startStaffed>>;

beforeAll(async () => {
  staff = await startStaffed({ clock });
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
}, 120_000);
afterAll(() => staff.started.close());

async function pass(ms: number): Promise<void> {
  const { app } = staff.started;
  clock.advance(ms);
  await app.get<MarketService>(MarketService, { strict: false }).keepUp();
  await app.get<BookBeats>(BookBeats, { strict: false }).due('demo', SYMBOL);
}

/** Six per cent in the lowest bracket, and more above. */
const STRICT = Object.fromEntries(
  [8, 7, 6, 5, 4, 3, 2, 1].flatMap((leverage, below) => [
    [`leverage${below + 1}`, leverage],
    [`rate${below + 1}`, `${(6 + below) / 100}`],
  ]),
);

describe('new margin brackets', () => {
  it('are shown, warned of and refused by within their notice, and are followed after it', async () => {
    const demo = await Trader.demo(staff.started);
    await demo.given('transfer', { from: 'spot', to: 'contract', currency: 'USDT', amount: '20000' });
    await demo.given('passLeverageQuiz', { answers: '2,3,1,2,3' });
    await demo.given('setLeverage', { symbol: SYMBOL, leverage: '20' });
    const order = { symbol: SYMBOL, type: 'market', quantity: '0.1' };
    await demo.given('placeContractOrder', { ...order, side: 'buy', positionSide: 'long' });
    await demo.given('placeContractOrder', { ...order, side: 'sell', positionSide: 'short' });
    const contract = async () => (await demo.given('getContracts', { underlying: 'BTCUSDT' })).contracts[0];
    expect(await contract()).toMatchObject({ coming: [], bracketsPolicy: { name: NAME, version: 1 } });

    const from = clock.now() + BRACKETS_NOTICE_MS;
    await publishPolicy(staff, NAME, STRICT);
    expect(await contract()).toMatchObject({
      bracketsPolicy: { version: 1 },
      brackets: expect.arrayContaining([expect.objectContaining({ bracket: 1, leverageMax: 100 })]) as unknown,
      coming: [{ version: 2, from }],
    });
    expect((await contract())?.coming[0]?.brackets[0]).toMatchObject({ leverageMax: 8, rate: '0.06' });
    await demo
      .when('placeContractOrder', { ...order, side: 'buy', positionSide: 'long' })
      .then({ refusal: 'contract.leverage-above-bracket', params: { maximum: 8, policy: NAME, version: 2 } });
    await demo
      .when('setLeverage', { symbol: SYMBOL, leverage: '9' })
      .then({ refusal: 'contract.leverage-out-of-range', params: { maximum: 8, policy: NAME, version: 2 } });

    for (let steps = 0; steps < 4; steps += 1) await pass(STEP_MS);
    const messages = async () => (await demo.given('getMessages')).items.map(({ title, body }) => `${title} ${body}`);
    const told = (side: string) =>
      expect.stringMatching(
        new RegExp(
          `^Add margin before new brackets apply: ${SYMBOL} New margin brackets apply to ${SYMBOL} from .*25.* We then liquidate your ${side} position, in part or in full\\. Add [\\d,.]+ USDT of margin`,
          'u',
        ),
      ) as unknown;
    await eventually(messages).toEqual(expect.arrayContaining([told('long'), told('short')]));
    const log = await demo.given('getPositionEvents', { symbol: SYMBOL, side: 'long', number: '1' });
    expect(log.items[0]).toMatchObject({ kind: 'brackets-warned', from, policies: [{ name: NAME, version: 2 }, {}] });

    while (clock.now() + HOUR_MS < from) await pass(HOUR_MS);
    await pass(from - clock.now() + STEP_MS);
    await pass(STEP_MS);
    expect(await contract()).toMatchObject({ bracketsPolicy: { version: 2 }, coming: [] });
    // Five per cent were put up for each: one of them at least has less than six now.
    expect((await demo.given('getPositions', { symbol: SYMBOL })).positions.length).toBeLessThan(2);
    expect((await messages()).filter((each) => each.startsWith('Add margin before new brackets'))).toHaveLength(2);
    const pool = staff.started.app.get<Pool>(Pool, { strict: false });
    const { findings } = await verify({ pool, now: clock.now(), readModels: false, guards: false });
    // The clock leapt over the checkpoints.
    expect(findings.filter(({ check }) => check !== 'checkpoints' && check !== 'log')).toEqual([]);
  }, 300_000);
});
