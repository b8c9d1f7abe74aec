import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool, PoolClient } from 'pg';
import { refuse } from '../../server/core/refusal.js';
import { StoredAnswers } from '../../server/edge/http/stored-answers.js';
import { openPool } from '../../server/engine/history/database.js';
import { migratedDatabase } from '../kit/migrated.js';

let database: Awaited<ReturnType<typeof migratedDatabase>>;
let pool: Pool;
let answers: StoredAnswers;

beforeAll(async () => {
  database = await migratedDatabase();
  pool = openPool(database.url, 6);
  await pool.query('CREATE TABLE effects (name text NOT NULL)');
  answers = new StoredAnswers(pool);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const effects = async (name: string) => (await pool.query('SELECT FROM effects WHERE name = $1', [name])).rowCount;
const doing =
  <Answer>(name: string, answer: Answer) =>
  async (client: PoolClient) => {
    await client.query('INSERT INTO effects VALUES ($1)', [name]);
    return answer;
  };

describe('a call whose answer is stored with its effect', () => {
  it('happens once, however many repeats come at once, also more than there are connections', async () => {
    const token = { key: 's:many', fingerprint: 'same' };
    const results = await Promise.all(Array.from({ length: 50 }, (_, n) => answers.once(token, doing('many', { n }))));
    expect(new Set(results.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(await effects('many')).toBe(1);
  });

  it('is answered the same by another server, and refused when something else is asked under its token', async () => {
    await answers.once({ key: 's:other', fingerprint: 'one' }, doing('other', null));
    const other = new StoredAnswers(pool);
    expect(await other.once({ key: 's:other', fingerprint: 'one' }, doing('other', 'again'))).toBeNull();
    const reused = await other.once({ key: 's:other', fingerprint: 'two' }, doing('other', 'else'));
    expect(reused).toEqual(refuse('request.token-reused'));
    expect(await effects('other')).toBe(1);
  });

  it('may be asked for again after a refusal', async () => {
    const token = { key: 's:refused', fingerprint: 'same' };
    const refusal = refuse('request.unavailable');
    expect(await answers.once(token, () => Promise.resolve(refusal))).toEqual(refusal);
    expect(await answers.once(token, doing('refused', 'done'))).toBe('done');
    expect(await effects('refused')).toBe(1);
  });

  it('leaves neither effect nor answer when it fails on the way', async () => {
    const token = { key: 's:fails', fingerprint: 'same' };
    const failing = async (client: PoolClient) => {
      await doing('fails', null)(client);
      throw new Error('the server fell');
    };
    await expect(answers.once(token, failing)).rejects.toThrow('the server fell');
    expect(await effects('fails')).toBe(0);
    expect(await answers.once(token, doing('fails', 'done'))).toBe('done');
  });

  it('happens each time that it is asked for without a token', async () => {
    for (let time = 0; time < 2; time += 1) await answers.once(undefined, doing('free', null));
    expect(await effects('free')).toBe(2);
  });
});
