import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { z } from 'zod';
import { isRefusal } from '../../server/core/refusal.js';
import type { StaffList } from '../../server/engine/lists/staff-list.js';
import { staffLists } from '../../server/staff/lists/all.js';
import { openStore } from './projection-support.js';

let opened: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  opened = await openStore();
});
afterAll(() => opened.close());

const reader = { staffId: 'staff-1', roles: ['admin'], queues: [], lang: 'de' } as const;

/** The rows of a list as the database has them; `undefined` where the question is refused. */
async function read(list: StaffList, question: { filter?: object; sort?: readonly [string, 'ASC' | 'DESC'] }) {
  const filter = question.filter && JSON.stringify(question.filter);
  const input = list.prepare({ filter, sort: question.sort && JSON.stringify(question.sort) }, { now: 1_000, reader });
  if (isRefusal(input)) return undefined;
  const client = await opened.pool.connect();
  try {
    return (await input.read(client)).rows;
  } finally {
    client.release();
  }
}

const listOf = (name: string): StaffList => staffLists.find((list) => list.name === name) as StaffList;

it('every list of the console answers each order and each filter that it takes', async () => {
  let answered = 0;
  for (const list of staffLists) {
    const { shape } = (list.call.output as z.ZodArray<z.ZodObject>).element;
    for (const field of [...Object.keys(shape), 'q', 'account', 'overdue', 'complete', 'lacks', 'stale', 'mine']) {
      const values = ['x', 'de', 'real', 'BTCUSDT', 7, true, false, [], ['real:1', 'x']];
      const questions = [
        { sort: [field, 'DESC'] as const },
        ...values.map((value) => ({ filter: { [field]: value } })),
      ];
      for (const question of questions) if (Array.isArray(await read(list, question))) answered += 1;
    }
  }
  expect(answered).toBeGreaterThan(500);
});

it('sorts amounts as numbers, not as the texts that it shows', async () => {
  const trade = (position: number, price: string) =>
    `('real', ${position}, 't${position}', 'BTCUSDT', ${price}, 1, ${price}, 'buy', 'm', 'o', 0, 't', 'p', 0, ${position})`;
  await opened.pool.query(`INSERT INTO trades__blue (realm, position, trade_id, symbol, price, quantity, notional,
    taker_side, maker_owner_id, maker_order_id, maker_fee, taker_owner_id, taker_order_id, taker_fee, at)
    VALUES ${trade(1, '9')}, ${trade(2, '10')}, ${trade(3, '8.5')}`);
  expect(await read(listOf('trades'), { sort: ['price', 'DESC'] })).toMatchObject([
    { price: '10' },
    { price: '9' },
    { price: '8.5' },
  ]);
});
