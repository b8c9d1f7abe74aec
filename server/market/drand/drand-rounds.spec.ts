import { describe, expect, it } from '@jest/globals';
import type { DrandRound } from './drand.rules.js';
import { NoRound } from './drand-client.js';
import { DrandRounds, type RoundSource } from './drand-rounds.js';
import { DrandSigner } from './drand.testkit.js';

const STARTS_AT = 1_700_006_400_000;
const { chain } = new DrandSigner();
const round: DrandRound = { chain, round: 7, signature: 'ab'.repeat(48) };
const log = { warn: () => undefined };

/** Answers when and what a test says, and keeps what it was asked. */
class Source implements RoundSource {
  readonly asked: { at: number; signal: AbortSignal | undefined }[] = [];
  private answers: PromiseWithResolvers<DrandRound>[] = [];

  roundDueAt(at: number, signal?: AbortSignal): Promise<DrandRound> {
    const answer = Promise.withResolvers<DrandRound>();
    this.asked.push({ at, signal });
    this.answers.push(answer);
    return answer.promise;
  }

  async answer(found: DrandRound | Error): Promise<void> {
    const last = this.answers.at(-1);
    if (found instanceof Error) last?.reject(found);
    else last?.resolve(found);
    await last?.promise.catch(() => undefined);
    // What waits for the answer goes first.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const aSource = () => {
  const source = new Source();
  return { source, rounds: new DrandRounds(source, log) };
};
const before = (seconds: number) => STARTS_AT - seconds * 1000;

describe('the round of the coming epoch', () => {
  it('is the one that is due a minute before, is asked for once and never waited for', async () => {
    const { source, rounds } = aSource();
    expect(rounds.ofComing(STARTS_AT, before(58))).toBeUndefined();
    expect(rounds.ofComing(STARTS_AT, before(53))).toBeUndefined();
    await source.answer(round);
    expect(rounds.ofComing(STARTS_AT, before(48))).toEqual(round);
    expect(source.asked.map(({ at }) => at)).toEqual([before(60)]);
  });

  it('is asked for again with each beat while there is time, and the last reason counts when there is none', async () => {
    const { source, rounds } = aSource();
    rounds.ofComing(STARTS_AT, before(58));
    await source.answer(new NoRound('unavailable', '425'));
    expect(rounds.ofComing(STARTS_AT, before(53))).toBeUndefined();
    await source.answer(new NoRound('invalid', 'forged'));
    expect(rounds.ofComing(STARTS_AT, before(48))).toBeUndefined();
    expect(source.asked).toHaveLength(3);
    expect(rounds.ofComing(STARTS_AT, before(10))).toBe('invalid');
    expect(source.asked[2]?.signal?.aborted).toBe(true);
  });

  it('is given up ten seconds before the epoch, so that its prices are there when it begins', () => {
    const { source, rounds } = aSource();
    rounds.ofComing(STARTS_AT, before(58));
    expect(rounds.ofComing(STARTS_AT, before(11))).toBeUndefined();
    expect(rounds.ofComing(STARTS_AT, before(10))).toBe('late');
    expect(source.asked[0]?.signal?.aborted).toBe(true);
  });

  it('of another epoch is asked for anew', async () => {
    const { source, rounds } = aSource();
    rounds.ofComing(STARTS_AT, before(58));
    await source.answer(round);
    expect(rounds.ofComing(STARTS_AT + 3_600_000, before(58) + 3_600_000)).toBeUndefined();
    expect(source.asked).toHaveLength(2);
  });
});

describe('the round of an epoch that has begun', () => {
  it('is waited for until a signal that it shares with others', async () => {
    const { source, rounds } = aSource();
    const stop = new AbortController();
    const found = rounds.ofBegun(STARTS_AT, stop.signal);
    await source.answer(round);
    expect(await found).toEqual(round);
    stop.abort();
    expect(await rounds.ofBegun(STARTS_AT, stop.signal)).toBe('late');
    expect(source.asked).toHaveLength(1);
  });
});

it('without a source there is no round, and nobody waits', async () => {
  const rounds = new DrandRounds(null, log);
  expect(rounds.ofComing(STARTS_AT, before(60))).toBe('off');
  expect(await rounds.ofBegun(STARTS_AT, new AbortController().signal)).toBe('off');
});
