import { describe, expect, it } from '@jest/globals';
import { REVIEW_QUEUES } from '../contracts/staff.contract.js';
import { filesBelow } from '../test/kit/sources.js';
import { MENU, resources } from './resources';
import { bundle } from '../test/kit/words.js';

const reviewed = resources.flatMap(({ reviews = [] }) => reviews);

describe('the nouns of the console', () => {
  it('are the folders that declare one, each of them once', async () => {
    const declaring = filesBelow('admin/resources').filter((path) => path.endsWith('/index.ts'));
    const declared = await Promise.all(
      declaring.map(async (path) => Object.values((await import(`../${path}`)) as Record<string, { name: string }>)),
    );
    expect(
      declared
        .flat()
        .map(({ name }) => name)
        .sort(),
    ).toEqual(resources.map(({ name }) => name).sort());
    expect(new Set(resources.map(({ name }) => name)).size).toBe(resources.length);
  });

  it('stand in the menu once, each at a place of its own', () => {
    const listed = MENU.flatMap(({ items }) => items.map(({ name }) => name));
    expect([...listed].sort()).toEqual(resources.map(({ name }) => name).sort());
    for (const { group, items } of MENU) {
      const orders = items.map(({ menu }) => menu.order);
      expect({ group, places: new Set(orders).size }).toEqual({ group, places: orders.length });
    }
  });

  it('have their requests in queues of staff, and every queue has a noun', () => {
    expect(reviewed.map(({ queue }) => queue).sort()).toEqual([...REVIEW_QUEUES].sort());
    for (const { queue, kinds } of reviewed)
      for (const kind of Object.keys(kinds)) expect([kind, kind.split('-')[0]]).toEqual([kind, queue]);
  });

  it('answer approval and rejection with messages that have words', () => {
    const box = bundle('en', 'message-box');
    const named = reviewed.flatMap(({ kinds }) => Object.values(kinds).flatMap((kind) => Object.values(kind)));
    for (const message of named) expect([message, box[`${message}.title`]]).toEqual([message, expect.any(String)]);
  });
});
