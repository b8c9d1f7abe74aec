import { describe, expect, it } from '@jest/globals';
import { TooManyWaiting, Turns, type TurnOwner } from './turns.js';

const ROOM = { atOnce: 1, waiting: 6, ofNetwork: 4, ofPerson: 2 };

/** Work that is done in turns and says in which order. */
function line(room = ROOM) {
  const turns = new Turns(room);
  const order: string[] = [];
  const enter = (name: string, owner: Partial<TurnOwner> = {}): Promise<void> =>
    turns.take({ network: name, person: name, known: false, ...owner }, async () => {
      order.push(name);
      await Promise.resolve();
    });
  return { enter, order };
}

const causeOf = (refused: Promise<unknown>): Promise<unknown> =>
  refused.then(
    () => 'let in',
    (error: unknown) => (error instanceof TooManyWaiting ? error.cause : error),
  );

describe('turns', () => {
  it('go round among networks: who asks much waits for themselves', async () => {
    const { enter, order } = line();
    const flood = (person: string) => enter(person, { network: 'one house' });
    await Promise.all([flood('a'), flood('b'), flood('c'), enter('elsewhere')]);
    expect(order).toEqual(['a', 'b', 'elsewhere', 'c']);
  });

  it('go round among the people of a network', async () => {
    const { enter, order } = line();
    const at = (name: string) => enter(name, { network: 'one house' });
    await Promise.all([at('guesser'), at('guesser'), at('neighbour')]);
    expect(order).toEqual(['guesser', 'guesser', 'neighbour']);
    order.length = 0;
    await Promise.all([at('first'), at('guesser'), at('guesser'), at('neighbour')]);
    expect(order).toEqual(['first', 'guesser', 'neighbour', 'guesser']);
  });

  it('refuse a person who has their places already, and say that it is their own work', async () => {
    const { enter } = line();
    const outcomes = [enter('a'), enter('a'), enter('a'), enter('b')].map(causeOf);
    expect(await Promise.all(outcomes)).toEqual(['let in', 'let in', 'own', 'let in']);
  });

  it('refuse a network that has its places already', async () => {
    const { enter } = line();
    const outcomes = ['a', 'b', 'c', 'd', 'e'].map((person) => causeOf(enter(person, { network: 'one house' })));
    expect(await Promise.all(outcomes)).toEqual(['let in', 'let in', 'let in', 'let in', 'others']);
  });

  it('keep places for who is known, however many strangers wait', async () => {
    const { enter, order } = line();
    const strangers = Array.from({ length: 9 }, (_, n) => causeOf(enter(`stranger ${n}`)));
    const known = causeOf(enter('known', { known: true }));
    expect((await Promise.all(strangers)).filter((cause) => cause === 'others')).toHaveLength(2);
    expect(await known).toBe('let in');
    expect(order.indexOf('known')).toBe(1);
  });

  it('alternate between who is known and strangers, so that neither waits for all of the other', async () => {
    const { enter, order } = line();
    const known = (name: string) => enter(name, { known: true });
    await Promise.all([enter('x'), known('k1'), known('k2'), enter('s1'), enter('s2')]);
    expect(order).toEqual(['x', 'k1', 's1', 'k2', 's2']);
  });

  it('give a place back when the work fails', async () => {
    const turns = new Turns(ROOM);
    const owner: TurnOwner = { network: 'a', person: 'a', known: false };
    for (let n = 0; n < 5; n += 1)
      await expect(turns.take(owner, () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await turns.take(owner, () => Promise.resolve('yes'))).toBe('yes');
  });
});
