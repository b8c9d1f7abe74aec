import { describe, expect, it } from '@jest/globals';
import { REPEAT_AFTER_MS, repeatUnanswered } from './repeat';

const LOST = new Error('lost');
const REFUSED = new Error('refused');
const unanswered = (error: unknown) => error === LOST;

/** Sends that end as listed, one after the other; keeps what was waited. */
function sending(...ends: (Error | string)[]) {
  const waited: number[] = [];
  const send = () => {
    const end = ends.shift() ?? 'too many';
    return end instanceof Error ? Promise.reject(end) : Promise.resolve(end);
  };
  const answer = repeatUnanswered(send, unanswered, (ms) => Promise.resolve(void waited.push(ms)));
  return { answer, waited };
}

describe('a change', () => {
  it('that is answered is sent once', async () => {
    const { answer, waited } = sending('done', 'twice');
    expect(await answer).toBe('done');
    expect(waited).toEqual([]);
  });

  it('that got no answer is sent again after a while', async () => {
    const { answer, waited } = sending(LOST, 'done');
    expect(await answer).toBe('done');
    expect(waited).toEqual([REPEAT_AFTER_MS[0]]);
  });

  it('that was refused is never sent again', async () => {
    await expect(sending(REFUSED, 'done').answer).rejects.toBe(REFUSED);
    await expect(sending(LOST, REFUSED, 'done').answer).rejects.toBe(REFUSED);
  });

  it('is given up when the last try got no answer either', async () => {
    const { answer, waited } = sending(LOST, LOST, LOST, 'done');
    await expect(answer).rejects.toBe(LOST);
    expect(waited).toEqual(REPEAT_AFTER_MS);
  });
});
