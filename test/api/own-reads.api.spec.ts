import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { staffLists } from '../../server/staff/lists/all.js';
import { ProjectionRunner } from '../../server/engine/projections/runner.js';
import { AppModule } from '../../server/app.module.js';
import { declaredCalls, type ServedCall } from '../../server/edge/http/call.js';
import { ACTORS, type StaffActor } from '../kit/actors.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { demo, FACES, rich, type PersonFacts } from '../kit/persons.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { StaffMember } from '../kit/staff-member.js';
import { until } from '../kit/until.js';

expect(AppModule).toBeDefined();
/** They begin something and read nothing. */
const NO_READS = ['web/tempLogin', 'web/getCode', 'web/getWalletChallenge'];
const reads = declaredCalls().filter(({ method, path }) => method === 'GET' && !NO_READS.includes(path));
const STAFF = ACTORS.filter((actor) => !['visitor', 'demo', 'demo-expired', 'real', 'frozen'].includes(actor));

let started: StartedApp;
let kit: RecipeKit;
let persons: (PersonFacts & { requestIds: string[]; images: string[] })[] = [];
let everybody: PersonFacts[] = [];

beforeAll(async () => {
  started = await startApp();
  kit = new RecipeKit(started);
  const [ottilie, zbigniew] = [await rich(kit, FACES[0]), await rich(kit, FACES[1])];
  persons = [ottilie, zbigniew];
  everybody = [...persons, await demo(kit), await demo(kit)];
  const projections = started.app.get<ProjectionRunner>(ProjectionRunner, { strict: false });
  await until(() => projections.status().every(({ lagEvents }) => lagEvents === 0));
}, 120_000);
afterAll(() => started.close());

/** The input of a read, filled with another person's ids where possible; the input itself is no leak. */
function questions({ input }: ServedCall, other: PersonFacts): Record<string, string>[] {
  const shape = (input as unknown as { shape?: object }).shape ?? {};
  const fill: Record<string, string> = {
    symbol: 'BTCUSDT',
    period: '1m',
    kind: 'notice',
    q: 'order',
    name: 'demo.rules',
  };
  fill['imageId'] = other.marks.find((mark) => mark.startsWith('image-')) ?? 'image-000000000000';
  fill['orderId'] = other.marks[1] ?? '';
  const query = Object.fromEntries(Object.entries(fill).filter(([field]) => field in shape));
  if ('product' in shape) return [query, { ...query, product: 'contract' }];
  if (!('level' in shape)) return [query];
  return ['primary', 'advanced', 'address'].map((level) => ({ ...query, level }));
}

async function read(path: string, token: string, query: Record<string, string>): Promise<string> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${started.url}/${path}?${new URLSearchParams(query)}`, { headers });
  let text = await answer.text();
  // A refusal may repeat the input, which the caller knew.
  const inputs = [...Object.values(query), path.split(/[/:]/).at(-1) ?? ''];
  if (answer.status !== 200) for (const value of inputs) text = text.replaceAll(value, '');
  return text;
}

/** Everything that one reads, by path. */
async function walk(token: string, other: PersonFacts): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  for (const call of reads.filter(({ path }) => path.startsWith('web/')))
    for (const query of questions(call, other)) answers.push([call.path, await read(call.path, token, query)]);
  return answers;
}

const found = (answers: [string, string][], marks: string[]): string[] =>
  answers.flatMap(([path, text]) => marks.filter((mark) => text.includes(mark)).map((mark) => `${path}: ${mark}`));

describe('what somebody reads', () => {
  it.each([0, 1, 2, 3])('holds nothing of anybody else (person %i of 4)', async (index) => {
    const own = everybody[index] as PersonFacts;
    for (const other of everybody.filter((each) => each !== own)) {
      const answers = await walk(own.token, other);
      expect(found(answers, other.marks)).toEqual([]);
      // The walk does find personal data: the caller's own.
      expect(found(answers, own.marks).length).toBeGreaterThan(2);
    }
  });

  it('as a visitor holds nothing of anybody', async () => {
    for (const other of everybody) expect(found(await walk('', other), other.marks)).toEqual([]);
  });
});

/** Every read of the console, the lists whole, and what is kept of a person row by row. */
async function desk(token: string): Promise<[string, string][]> {
  const answers: [string, string][] = [];
  /** As staff type: only an explicit look-up finds a person by personal data. */
  const member = new StaffMember(started.url, token);
  const get = async (path: string, query: Record<string, string> = {}) =>
    void answers.push([path, await read(path, token, query)]);
  for (const { path } of reads.filter((call) => call.path.startsWith('staff/') && !call.path.includes(':')))
    await get(path, { realm: 'real', q: 'real-' });
  for (const { name: list } of staffLists) await get('staff/export', { list });
  for (const { userId, requestIds, images, names } of persons) {
    for (const more of ['', '/balances', '/timeline']) await get(`staff/users/${userId}${more}`);
    for (const kind of ['account', 'security', 'identity', 'risk', 'credit', 'message', 'wallet'])
      await get(`staff/streams/real:${kind}-${userId}`);
    for (const id of requestIds) await get(`staff/reviews/${id}`);
    for (const id of requestIds) await get(`staff/streams/real:review-${id}`);
    for (const id of images) await get(`staff/images/${id}`, { requestId: requestIds[0] ?? '' });
    for (const q of names.slice(0, 4))
      answers.push(['staff/search', JSON.stringify((await member.post('search', { q })).envelope)]);
  }
  return answers;
}

describe('what the staff reads without opening a request', () => {
  it.each(STAFF)('as %s names nobody', async (actor) => {
    const answers = await desk(await kit.actors.staffSession(actor as StaffActor));
    expect(answers.filter(([, text]) => text.startsWith('{"code":500'))).toEqual([]);
    for (const { names } of persons) expect(found(answers, names)).toEqual([]);
    // Account numbers are no names: every reader of users, orders or events sees them.
    const seesUsers = !['content', 'admin'].includes(actor);
    if (seesUsers && actor !== 'risk')
      expect(
        found(
          answers,
          persons.map(({ userId }) => userId),
        ).length,
      ).toBeGreaterThan(0);
  });

  it('shows requests of a queue to nobody without it', async () => {
    const idle = await desk(await kit.actors.staffSession('reviewer-idle'));
    const waiting = persons.flatMap(({ requestIds }) => requestIds);
    expect(found(idle, waiting)).toEqual([]);
    expect(found(await desk(await kit.actors.staffSession('reviewer')), waiting).length).toBeGreaterThan(0);
  });
});
