import { describe, expect, it } from '@jest/globals';
import { Starts } from './starts.js';

const of = (network: string, person = network) => ({ network, person, known: true });

/** The names of those who may begin, in their order, turn by turn. */
async function turnsOf(ofTurn: number, callers: readonly (readonly [network: string, person: string])[]) {
  const starts = new Starts(ofTurn);
  const turns: string[][] = [[]];
  const begun = callers.map(async ([network, person]) => {
    await starts.begin(of(network, person));
    turns.at(-1)?.push(person);
  });
  // Those who need not wait have begun.
  await Promise.resolve();
  turns.push([]);
  for (let left = begun.length; left > 0; left -= ofTurn) {
    await new Promise<void>((resolve) => setImmediate(resolve));
    turns.push([]);
  }
  await Promise.all(begun);
  return turns.filter(({ length }) => length > 0);
}

describe('calls that come in one moment', () => {
  it('begin at once while they are few', () => {
    const starts = new Starts(2);
    expect([starts.begin(of('a')), starts.begin(of('b'))]).toEqual([undefined, undefined]);
    expect(starts.begin(of('c'))).toBeInstanceOf(Promise);
  });

  it('begin a few a turn, and those of another network after the next of a flood', async () => {
    const flood = Array.from({ length: 6 }, (_, n) => ['flood', `f${n}`] as const);
    expect(await turnsOf(2, [...flood, ['elsewhere', 'x']])).toEqual([['f0', 'f1'], ['f2', 'x'], ['f3', 'f4'], ['f5']]);
  });

  it('begin at once again when the moment is over', async () => {
    const starts = new Starts(1);
    expect(starts.begin(of('a'))).toBeUndefined();
    await new Promise<void>((resolve) => setImmediate(resolve));
    expect(starts.begin(of('a'))).toBeUndefined();
  });
});
