import { describe, expect, it } from '@jest/globals';
import type { Command, CommandResult } from '../../core/decider.js';
import { refuse } from '../../core/refusal.js';
import type { EventRow } from '../history/codec.js';
import type { Script } from './counter.testkit.js';

export type More = Partial<Pick<Command, 'at' | 'requestToken' | 'makes'>>;

/** A writer of counters, as `writerContract` opens it. */
interface Counting {
  count(ids: string | string[], by: number, more?: More): Promise<CommandResult<number>>;
  run(script: Script, more?: More): Promise<CommandResult>;
  history(): Promise<readonly EventRow[]>;
  restart(): Promise<void>;
}

/** What holds for commands that are sent again. */
export function repeatsContract({ count, run, history, restart }: Counting): void {
  describe('repeats', () => {
    const done = { ok: true, answer: 5, position: 1 };
    const refused = { ok: false, refusal: { refusal: 'test.no', params: { limit: 7 } } };

    it('get the first answer and do nothing, also after a restart and with other data', async () => {
      expect(await count('a', 5, under('k'))).toEqual({ ...done, repeated: false });
      expect(await count('a', 5, under('k'))).toEqual({ ...done, repeated: true });
      await restart();
      expect(await count(['a', 'b'], 9, under('k'))).toEqual({ ...done, repeated: true });
      expect(await history()).toHaveLength(1);
    });

    it('are told from another request under their token: at once, later, after a refusal and after a restart', async () => {
      const token = (fingerprint: string) => under('k', fingerprint);
      const reused = { ok: false, refusal: { refusal: 'request.token-reused', params: {} }, repeated: false };
      const atOnce = await Promise.all([count('a', 5, token('five')), count('a', 9, token('nine'))]);
      expect(atOnce).toEqual([{ ...done, repeated: false }, reused]);
      expect(await count('a', 9, token('nine'))).toEqual(reused);
      await restart();
      expect(await count('a', 9, token('nine'))).toEqual(reused);
      expect(await count('a', 5, token('five'))).toEqual({ ...done, repeated: true });
      await run(refusing('test.no'), under('l', 'no'));
      expect(await count('a', 5, under('l', 'five'))).toEqual(reused);
      expect(await history()).toHaveLength(1);
    });

    it('are no affair of the fingerprint where what the command makes is there', async () => {
      const made = (key: string) => ({ ...under(key, key), makes: ['m'] });
      expect(await count('a', 5, made('1'))).toEqual({ ...done, repeated: false });
      expect(await count('a', 5, made('2'))).toEqual({ ...done, repeated: true });
    });

    it('that come at once do one thing', async () => {
      const results = await Promise.all(Array.from({ length: 50 }, () => count('a', 5, under('k'))));
      expect(results.filter(({ repeated }) => !repeated)).toHaveLength(1);
      for (const result of results) expect(result).toMatchObject(done);
      expect(await history()).toHaveLength(1);
    });

    it('are known by token and by what they make, and a key may be named twice', async () => {
      await count('a', 5, { ...under('k'), makes: ['l', 'm', 'k'] });
      for (const key of ['k', 'l', 'm'])
        expect(await count('a', 5, { ...under('other'), makes: [key] })).toEqual({ ...done, repeated: true });
      expect(await count('a', 5, under('other'))).toMatchObject({ ok: true, position: 2, repeated: false });
    });

    it('of a command that had nothing to do get its answer', async () => {
      await count('a', 5);
      const idle: Script = { decide: () => ({ events: [], answer: { left: 'as it was' } }) };
      const answer = { ok: true, answer: { left: 'as it was' }, position: 1 };
      expect(await run(idle, under('k'))).toEqual({ ...answer, repeated: false });
      await restart();
      expect(await count('a', 5, under('k'))).toEqual({ ...answer, repeated: true });
    });

    it('of a refused command get the same refusal until a restart', async () => {
      await run(refusing('test.no'), under('k'));
      expect(await count('a', 5, under('k'))).toEqual({ ...refused, repeated: true });
      await restart();
      expect(await count('a', 5, under('k'))).toEqual({ ...done, repeated: false });
    });

    it('of a command that was refused as unavailable are decided', async () => {
      await run(refusing('request.unavailable'), under('k'));
      expect(await count('a', 5, under('k'))).toEqual({ ...done, repeated: false });
    });

    it('of what a command made get its answer; what a refused one was to make is free again', async () => {
      await run(refusing('test.no'), { ...under('1'), makes: ['m'] });
      expect(await count('a', 5, { ...under('2'), makes: ['m'] })).toEqual({ ...done, repeated: false });
      expect(await run(refusing('test.no'), { ...under('3'), makes: ['m'] })).toEqual({ ...done, repeated: true });
      expect(await count('a', 5, { ...under('1'), makes: ['n'] })).toEqual({ ...refused, repeated: true });
    });

    it('are told from another command that would make the same at the same moment and is refused', async () => {
      const results = await Promise.all([
        run(refusing('test.no'), { ...under('1'), makes: ['m'] }),
        count('a', 5, { ...under('2'), makes: ['m'] }),
        count('a', 9, { ...under('3'), makes: ['m'] }),
      ]);
      expect(results).toEqual([
        { ...refused, repeated: false },
        { ...done, repeated: false },
        { ...done, repeated: true },
      ]);
    });
  });
}

export const under = (key: string, fingerprint?: string): More => ({ requestToken: { key, fingerprint } });
export const refusing = (code: string): Script => ({ decide: () => refuse(code, { limit: 7 }) });
