import { describe, expect, it } from '@jest/globals';
import { eventually } from '../kit/eventually.js';

/** Answers each of them once, and the last one ever after; what is an error is thrown. */
function reads<Value>(...answers: (Value | Error)[]): () => Promise<Value> {
  return () => {
    const answer = answers.length > 1 ? answers.shift() : answers[0];
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer as Value);
  };
}

describe('what a test says of a page eventually', () => {
  it('holds as soon as the page comes to it, and when it leaves something', async () => {
    await eventually(reads('Light', 'Light', 'Dark')).toBe('Dark');
    await eventually(reads([1], [])).toEqual([]);
    await eventually(reads('old', 'new')).not.toBe('old');
  });

  it('outlives a read that fails, as one does while the page is loading', async () => {
    await eventually(reads<string>(new Error('navigated'), 'there')).toBe('there');
  });

  it('fails with the matcher’s own words when the page never comes to it', async () => {
    await expect(eventually(reads('Light'), 0.1).toBe('Dark')).rejects.toThrow(
      /Expected: .*Dark.*\n.*Received: .*Light/,
    );
    await expect(eventually(reads('Light'), 0.1).not.toBe('Light')).rejects.toThrow(/not/);
    await expect(eventually(reads<string>(new Error('gone')), 0.1).toBe('Dark')).rejects.toThrow('gone');
  });
});
