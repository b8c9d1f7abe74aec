import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../server/app.module.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { RecipeKit } from '../kit/recipe-kit.js';
import { ENDS_OWN_SESSION, MAY_HAVE_TO_WAIT, RECIPES, WITHOUT_RECIPE } from '../kit/recipes.js';

const AT_ONCE = 50;
const OVER = ['session.ended', 'staff.session-missing'];

/** Loading the app declares its calls. */
expect(AppModule).toBeDefined();
const changes = declaredCalls().flatMap(({ method, path }) => (method === 'POST' ? [path] : []));
/** Memory keeps none of their answers. */
const stored = new Set(declaredCalls().flatMap(({ path, repeats }) => (repeats === undefined ? [] : [path])));

describe('a change that is asked for fifty times at once under one request token', () => {
  let started: StartedApp;
  let kit: RecipeKit;
  let count = 0;

  beforeAll(async () => {
    started = await startApp();
    kit = new RecipeKit(started);
  }, 120_000);
  afterAll(() => started.close());

  it('has a recipe, or a reason why it needs none', () => {
    expect([...Object.keys(RECIPES), ...Object.keys(WITHOUT_RECIPE)].sort()).toEqual([...changes].sort());
  });

  it.each(Object.keys(RECIPES))('%s happens once and is answered the same', async (path) => {
    const request = await (RECIPES[path] as (typeof RECIPES)[string])(kit);
    const before = await kit.count(request);
    count += 1;
    const requestToken = `once-${count}-only`;
    const answers = await Promise.all(Array.from({ length: AT_ONCE }, () => kit.send(path, request, requestToken)));
    // A request after this change ended the session is refused.
    const isLate = (refusal: string): boolean =>
      (ENDS_OWN_SESSION.has(path) && OVER.includes(refusal)) ||
      (MAY_HAVE_TO_WAIT.has(path) && refusal === 'image.too-many');
    const heard = answers.filter(({ refusal }) => !isLate(refusal));
    expect(new Set(heard.map(({ body }) => body)).size).toBe(1);
    expect(heard[0]).toMatchObject({ status: 200, refusal: '' });
    expect((await kit.count(request)) - before).toBe(request.effect.change ?? 1);
    if (!stored.has(path)) return;
    const late = await kit.send(path, request, requestToken);
    if (!isLate(late.refusal)) expect(late.body).toBe(heard[0]?.body);
    expect((await kit.count(request)) - before).toBe(request.effect.change ?? 1);
  });
});
