import { expect, it } from '@jest/globals';
import { queues } from '../../server/staff/queues/all.js';
import { readJson } from '../../test/kit/sources.js';

type Words = Record<string, { title: string; lead: string }>;

it('every queue of the dashboard says what waits in it, and there are words for no other', () => {
  const words = readJson<{ console: { queue: Words } }>('locales/en/console.json').console.queue;
  expect(Object.keys(words).sort()).toEqual(queues.map(({ name }) => name).sort());
  for (const { title, lead } of Object.values(words))
    expect([title, lead]).toEqual([expect.any(String), expect.any(String)]);
});
