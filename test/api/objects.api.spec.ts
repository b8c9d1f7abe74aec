import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { AppModule } from '../../server/app.module.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { NOBODYS, OBJECTS, type Owned } from '../kit/objects.js';
import { RecipeKit } from '../kit/recipe-kit.js';

/** Fields by which a call names something; choices and texts of the same name are told apart by their schema. */
const NAMES = /Id$|^(id|ticket|nonce|front|back|held|proof|images)$/;

interface Described {
  shape?: Record<string, Described>;
  type?: string;
  def?: { type: string; innerType?: Described; in?: Described };
}

/** Whether a field takes a free text or number. */
function isFree(schema: Described): boolean {
  const inner = schema.def?.innerType ?? schema.def?.in;
  if (inner !== undefined) return isFree(inner);
  return schema.def?.type === 'string' || schema.def?.type === 'number';
}

expect(AppModule).toBeDefined();
const fields = declaredCalls().flatMap(({ method, path, input }) =>
  Object.entries((input as Described).shape ?? {})
    .filter(([name, schema]) => NAMES.test(name) && isFree(schema))
    .map(([name]) => `${method} ${path} ${name}`),
);

describe('what belongs to somebody', () => {
  let started: StartedApp;
  let kit: RecipeKit;

  beforeAll(async () => {
    started = await startApp();
    kit = new RecipeKit(started);
  }, 120_000);
  afterAll(() => started.close());

  async function send(row: string, token: string, { body }: Owned, id: string): Promise<[number, string]> {
    const [method = '', path = '', field = ''] = row.split(' ');
    const sent = new URLSearchParams({ ...body, [field]: id });
    const at = path.replace(/:(\w+)/g, (_, name: string) => {
      const value = sent.get(name) ?? 'x';
      sent.delete(name);
      return value;
    });
    const headers = token === '' ? {} : { authorization: `Bearer ${token}` };
    const isRead = method === 'GET';
    const answer = await fetch(`${started.url}/${at}${isRead ? `?${sent}` : ''}`, {
      ...{ method, headers },
      ...(!isRead && { body: sent }),
    });
    return [answer.status, (await answer.text()).replaceAll(id, '<id>')];
  }

  it('has a row for every field that names it', () => {
    expect([...Object.keys(OBJECTS), ...Object.keys(NOBODYS)].sort()).toEqual([...fields].sort());
  });

  it.each(Object.keys(OBJECTS))('%s is to others what never was', async (row) => {
    const owned = await (OBJECTS[row] as (typeof OBJECTS)[string])(kit);
    for (const other of owned.others) {
      const never = await send(row, other, owned, owned.never);
      expect(never[1]).toContain('"refusal"');
      expect(await send(row, other, owned, owned.id)).toEqual(never);
    }
    // The owner gets another answer than for an unknown id: the object exists.
    if (owned.owner === '') return;
    const own = { ...owned, body: owned.ownBody ?? owned.body };
    const never = await send(row, own.owner, own, own.never);
    expect(await send(row, own.owner, own, own.id)).not.toEqual(never);
  });
});
