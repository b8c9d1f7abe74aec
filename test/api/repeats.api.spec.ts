import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../server/app.module.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { RecipeKit, type Wish } from '../kit/recipe-kit.js';
import { ENDS_OWN_SESSION, MAY_BE_TOLD_TO_WAIT, RECIPES, WITHOUT_RECIPE } from '../kit/recipes.js';

const AT_ONCE = 50;
const OVER = ['session.ended', 'staff.session-missing'];

/** Loading the app declares its calls. */
expect(AppModule).toBeDefined();
const changes = declaredCalls().flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
/** Nothing but the writer remembers their answers. */
const ofCommands = new Set(declaredCalls().flatMap(({ path, repeats }) => (repeats === 'command' ? [path] : [])));

describe('a change that is asked for fifty times at once under one request token', () => {
  let started: StartedApp;
  let kit: RecipeKit;
  let asked = 0;

  beforeAll(async () => {
    started = await startApp();
    kit = new RecipeKit(started);
  }, 120_000);
  afterAll(() => started.close());

  async function count({ effect }: Wish): Promise<number> {
    const { rows } = await kit.pool.query<{ n: number }>(effect.sql, [...(effect.values ?? [])]);
    return Number(rows[0]?.n ?? 0);
  }

  async function ask(
    path: string,
    wish: Wish,
    requestToken: string,
  ): Promise<{ status: number; said: string; refusal: string }> {
    const at = path.replace(/:(\w+)/g, (_, name: string) => wish.params?.[name] ?? name);
    const body = { ...wish.body, requestToken };
    const headers: Record<string, string> = wish.token === '' ? {} : { authorization: `Bearer ${wish.token}` };
    const answer = await fetch(`${started.url}/${at}${wish.file ? `?${new URLSearchParams(body)}` : ''}`, {
      method: 'POST',
      headers: wish.file ? headers : { ...headers, 'content-type': 'application/json' },
      body: wish.file ? formOf(wish.file) : JSON.stringify(body),
    });
    const said = (await answer.json()) as { code?: number; data?: { refusal?: string } | null } | null;
    // Calls of the console answer bare; of an envelope what is said counts, and not how long it is shown.
    const counts = said?.code === undefined ? said : [said.code, said.data];
    return { status: answer.status, said: JSON.stringify(counts), refusal: said?.data?.refusal ?? '' };
  }

  it('has a recipe, or a reason why it needs none', () => {
    expect([...Object.keys(RECIPES), ...Object.keys(WITHOUT_RECIPE)].sort()).toEqual([...changes].sort());
  });

  it.each(Object.keys(RECIPES))('%s happens once and is answered the same', async (path) => {
    const wish = await (RECIPES[path] as (typeof RECIPES)[string])(kit);
    const before = await count(wish);
    asked += 1;
    const requestToken = `once-${asked}-only`;
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => ask(path, wish, requestToken)));
    // Whoever comes after the session was ended by this very change hears that it is over.
    const isLate = (refusal: string): boolean =>
      (ENDS_OWN_SESSION.has(path) && OVER.includes(refusal)) ||
      (MAY_BE_TOLD_TO_WAIT.has(path) && refusal === 'image.too-many');
    const heard = answers.filter(({ refusal }) => !isLate(refusal));
    expect(new Set(heard.map(({ said }) => said)).size).toBe(1);
    expect(heard[0]).toMatchObject({ status: 200, refusal: '' });
    expect((await count(wish)) - before).toBe(wish.effect.change ?? 1);
    if (!ofCommands.has(path)) return;
    const late = await ask(path, wish, requestToken);
    if (!isLate(late.refusal)) expect(late.said).toBe(heard[0]?.said);
    expect((await count(wish)) - before).toBe(wish.effect.change ?? 1);
  });
});

function formOf(file: Buffer): FormData {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(file)]), 'photo.jpg');
  return form;
}
