import { describe, expect, it } from '@jest/globals';
import { Refused, refuse } from '../../core/refusal.js';
import { startAgain } from './start-again.js';

/** A start that fails so often, and its warnings. */
function starting(fails: readonly Error[]) {
  const warnings: string[] = [];
  let tries = 0;
  const start = (): Promise<number> => {
    const error = fails[tries];
    tries += 1;
    return error === undefined ? Promise.resolve(tries) : Promise.reject(error);
  };
  return { warnings, started: startAgain(start, { warn: (text) => void warnings.push(text) }) };
}

describe('a start', () => {
  it('is tried again while the database is away, and says each reason once', async () => {
    const late = new Refused('OpenMarket', refuse('request.unavailable'));
    const { started, warnings } = starting([late, late]);
    expect(await started).toBe(3);
    expect(warnings).toEqual([expect.stringContaining('the start is tried again')]);
  });

  it('ends at a mistake', async () => {
    await expect(starting([new Error('wrong')]).started).rejects.toThrow('wrong');
  });
});
