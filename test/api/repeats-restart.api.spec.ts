import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../server/app.module.js';
import { FakeClock } from '../../server/core/clock.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { seededFolder, startApp, type StartedApp } from '../kit/app.js';
import { migratedDatabase } from '../kit/migrated.js';
import { RecipeKit, type SentAnswer, type TestRequest } from '../kit/recipe-kit.js';
import { RECIPES } from '../kit/recipes.js';

/** Loading the app declares its calls. */
expect(AppModule).toBeDefined();
const declared = declaredCalls().flatMap(({ path, repeats }) => (repeats === 'transaction' ? [path] : []));
/** The faucet's transfer is what its repeats are compared with. */
const stored = [...declared, 'web/useFaucet'];
/** The call's other input; ending all other sessions has none. */
const ANOTHER: Record<string, object | undefined> = {
  'staff/saved-filters': { name: 'another' },
  'staff/saved-filters/remove': { id: 'another' },
  'web/endOtherSessions': undefined,
  'web/endSession': { sessionId: 'another' },
  'web/readNotices': { slug: 'another' },
  'web/sendWire': { amount: '7' },
  'web/useFaucet': { amount: '7' },
};

describe('a change without a command, repeated after a restart', () => {
  /** Stands still, so that no block confirms what was sent. */
  const clock = new FakeClock(Date.now());
  const dataDir = seededFolder(clock);
  let database: Awaited<ReturnType<typeof migratedDatabase>>;
  let started: StartedApp;
  let kit: RecipeKit;
  const first = new Map<string, { request: TestRequest; answer: SentAnswer; after: number }>();
  const tokenOf = (path: string): string => `once-${stored.indexOf(path)}-only`;

  beforeAll(async () => {
    database = await migratedDatabase();
    started = await startApp({ databaseUrl: database.url, dataDir, clock });
    kit = new RecipeKit(started);
    for (const path of stored) {
      const request = await (RECIPES[path] as (typeof RECIPES)[string])(kit);
      const answer = await kit.send(path, request, tokenOf(path));
      first.set(path, { request, answer, after: await kit.count(request) });
    }
    await started.close();
    started = await startApp({ databaseUrl: database.url, dataDir, clock });
    kit = new RecipeKit(started);
  }, 120_000);
  afterAll(async () => {
    await started.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('is tried with every such call', () => {
    expect(Object.keys(ANOTHER).sort()).toEqual([...stored].sort());
  });

  it.each(stored)('%s is answered the same and does nothing', async (path) => {
    const { request, answer, after } = first.get(path) as { request: TestRequest; answer: SentAnswer; after: number };
    expect(answer).toMatchObject({ status: 200, refusal: '' });
    expect(await kit.send(path, request, tokenOf(path))).toEqual(answer);
    expect(await kit.count(request)).toBe(after);
  });

  it.each(stored.filter((path) => ANOTHER[path] !== undefined))('%s refuses another request', async (path) => {
    const { request, after } = first.get(path) as { request: TestRequest; after: number };
    const another = { ...request, body: { ...request.body, ...ANOTHER[path] } };
    expect((await kit.send(path, another, tokenOf(path))).refusal).toBe('request.token-reused');
    expect(await kit.count(request)).toBe(after);
  });

  it('ends no session that was begun since', async () => {
    const person = await kit.person();
    const request = { token: person.trader.token, body: {}, effect: { sql: '' } };
    await kit.send('web/endOtherSessions', request, 'once-and-later');
    const later = await kit.again(person);
    await kit.send('web/endOtherSessions', request, 'once-and-later');
    expect((await kit.send('web/endOtherSessions', { ...request, token: later }, 'still-here')).refusal).toBe('');
  });
});
