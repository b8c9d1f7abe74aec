import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { until } from '../../../test/kit/until.js';
import { format } from '../../../shared/money.js';
import { planned } from '../../core/command.js';
import { commandOf } from '../../core/command.testkit.js';
import {
  HandlerError,
  type Command,
  type CommandResult,
  type DueCommand,
  type StreamKind,
  type CommandScope,
  type View,
} from '../../core/decider.js';
import { causeOf, type Cause, type NewEvent } from '../../core/event.js';
import { refuse, Refused } from '../../core/refusal.js';
import { chainHash, decode, genesisHash, type EventRow } from '../history/codec.js';
import type { StoredDue } from '../history/event-store.js';
import { CommandHandlers } from './command-handlers.js';
import {
  counted,
  counter,
  counterHandlers,
  decides,
  findingAnother,
  IMPOSSIBLE,
  loads,
  moved,
  reachingAnother,
  showingAnother,
  touching,
  type Script,
} from './counter.testkit.js';
import { refusing, repeatsContract, under, type More } from './repeats-contract.testkit.js';

/** A writer of one realm, as the contract needs it. */
export interface OpenedWriter {
  execute<Answer>(command: Command): Promise<CommandResult<Answer>>;
  read<State>(kind: StreamKind<State>, id: string): Promise<State>;
  look<Found>(scope: CommandScope, look: (view: View) => Found): Promise<Found>;
  balance(account: string, asset: string): Promise<string>;
  /** Every stored event, in order. */
  history(): Promise<readonly EventRow[]>;
  /** What waits for its time. */
  due(): Promise<readonly StoredDue[]>;
  /** Forgets all that is not stored; commands go on where the history ends. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a writer of an empty realm. */
export type OpenWriter = (realm: string, handlers: CommandHandlers) => Promise<OpenedWriter>;

let realms = 0;

/** The contract of every writer: the writer on each store, and its double in memory. */
export function writerContract(name: string, open: OpenWriter): void {
  describe(name, () => {
    let writer: OpenedWriter;
    let realm: string;
    let owner: string;

    /** Adds to counters and moves as many USDT for each to the owner; a negative step takes them back. */
    const count = (ids: string | string[], by: number, more: More = {}): Promise<CommandResult<number>> =>
      writer.execute({ type: 'Count', data: { ids: [ids].flat(), by }, at: 1_000, actor: 'user:x', ...more });
    const run = (script: Script, more: More = {}): Promise<CommandResult> =>
      writer.execute({ type: 'Scripted', data: script, at: 1_000, actor: 'user:x', ...more });
    const positions = (results: CommandResult[]) => results.map((result) => (result.ok ? result.position : 0));
    const everything = async () => {
      const states = [await writer.read(counter, 'a'), await writer.read(counter, 'b')];
      const due = await writer.due();
      const balance = await writer.balance(owner, 'USDT');
      return structuredClone({ history: await writer.history(), states, balance, due });
    };
    const unchangedBy = async (attempt: () => Promise<unknown>): Promise<void> => {
      const before = await everything();
      await attempt();
      expect(await everything()).toEqual(before);
    };

    beforeEach(async () => {
      realm = `contract${(realms += 1)}`;
      owner = `user/${realm}-x.1/spot/available`;
      writer = await open(realm, new CommandHandlers().register(...counterHandlers(realm, owner)));
    });
    afterEach(() => writer.close());

    describe('order', () => {
      it('gives events gapless positions in the order in which they were decided, however many come at once', async () => {
        await count(['a', 'b', 'c'], 1);
        const results = await Promise.all(Array.from({ length: 200 }, (_, n) => count('abc'[n % 3]!, n + 1)));
        expect(positions(results)).toEqual(Array.from({ length: 200 }, (_, n) => n + 4));
        const history = await writer.history();
        expect(history.map(({ position }) => position)).toEqual(Array.from({ length: 203 }, (_, n) => n + 1));
        expect(history.slice(3).map(({ data }) => data)).toEqual(results.map((_, n) => `{"by":${n + 1}}`));
        expect(history[0]).toMatchObject({ realm, stream: 'counter-a', type: 'Counted', schema: 1, actor: 'user:x' });
      });

      it('counts the versions of each stream from one, also those of several events of one command', async () => {
        await run({ ...decides(counted('a', 1), counted('b', 1), counted('a', 1)), scope: touching('a', 'b') });
        await writer.restart();
        await count(['b', 'a'], 1);
        const versions = (await writer.history()).map(({ stream, version }) => [stream, version]);
        expect(versions).toEqual([
          ['counter-a', 1],
          ['counter-b', 1],
          ['counter-a', 2],
          ['counter-b', 2],
          ['counter-a', 3],
        ]);
      });

      it('chains each event to the one before by its hash, over a restart too', async () => {
        await count(['a', 'b'], 1);
        await writer.restart();
        await count('a', 2);
        let hash = genesisHash(realm);
        for (const row of await writer.history()) {
          hash = chainHash(hash, row);
          expect(row.hash).toBe(hash);
        }
        expect(await writer.history()).toHaveLength(3);
      });

      it('never lets an instant go back, over a restart too, and tells a decision the instant of its events', async () => {
        const instants: number[] = [];
        const recording: Script = {
          decide: (_, { at }) => {
            instants.push(at);
            return { events: [counted('a', 1)], answer: null };
          },
        };
        await run(recording, { at: 5_000 });
        await run(recording, { at: 1_000 });
        await writer.restart();
        await run(recording, { at: 2_000 });
        await run(recording, { at: 6_000 });
        expect(instants).toEqual([5_000, 5_000, 5_000, 6_000]);
        expect((await writer.history()).map(({ at }) => at)).toEqual(instants);
      });
    });

    describe('causes', () => {
      const call = (id: string): More => ({ requestToken: { cause: { correlation: id, causation: id } } });
      const causes = async () => (await writer.history()).map(({ correlation, causation }) => [correlation, causation]);

      it('of a call name the call in each of its events, and the command', async () => {
        await count('a', 1);
        await count(['a', 'b'], 1, call('call-1'));
        expect((await causes()).slice(1)).toEqual([
          ['call-1', 'call-1/Count'],
          ['call-1', 'call-1/Count'],
        ]);
      });

      it('of a command that follows from an event keep the correlation and name the event', async () => {
        await count('a', 1, call('call-1'));
        const [first] = (await writer.history()).map(decode);
        await run(decides(counted('a', 1)), { requestToken: { key: 'k', cause: causeOf(first!) } });
        expect((await causes())[1]).toEqual(['call-1', `${realm}:1/Scripted`]);
      });

      it('of a command that nothing caused are its own first event, over a restart too', async () => {
        await count(['a', 'b'], 1);
        await writer.restart();
        await count('a', 1, under('k'));
        expect(await causes()).toEqual([
          [`${realm}:1`, `${realm}:1/Count`],
          [`${realm}:1`, `${realm}:1/Count`],
          [`${realm}:3`, `${realm}:3/Count`],
        ]);
      });

      it('are covered by the hash of their event', async () => {
        await count('a', 1, call('call-1'));
        const [row] = await writer.history();
        for (const change of [{ correlation: 'call-2' }, { causation: 'call-1/Scripted' }])
          expect(chainHash(genesisHash(realm), { ...row!, ...change })).not.toBe(row!.hash);
      });
    });

    describe('deciding', () => {
      it('carries out the whole of a command over several streams', async () => {
        expect(await count(['a', 'b'], 5)).toEqual({ ok: true, answer: 10, position: 2, repeated: false });
        expect(await everything()).toMatchObject({ states: [{ total: 5 }, { total: 5 }], balance: '10' });
      });

      it('decides on all that was decided before, in the same turn too', async () => {
        await count(['a', 'b'], 50);
        const [first, second] = await Promise.all([count('b', -60), count('a', -60)]);
        expect(first).toMatchObject({ ok: true });
        expect(second).toMatchObject({ ok: false, refusal: { refusal: 'test.too-little', params: { balance: '40' } } });
        expect(await count('a', -40)).toMatchObject({ ok: true });
        expect(await writer.balance(owner, 'USDT')).toBe('0');
      });

      it('sees what it finds by the states that it named first, also when nobody has loaded it yet', async () => {
        await count(['a', 'b'], 5);
        await writer.restart();
        const result = await run(showingAnother(owner));
        expect(result).toEqual({ ok: true, answer: [5, '10'], position: 3, repeated: false });
      });

      it.each([
        ['Scripted', findingAnother],
        ['Reaching', reachingAnother],
      ])('looks further again when states that it named first have changed: %s', async (type, data) => {
        await count('a', 1);
        await writer.restart();
        const look = () => writer.execute({ type, data, at: 1_000, actor: 'user:x' });
        const results = await Promise.all(Array.from({ length: 20 }, look));
        const answers = results.map((result) => (result.ok ? result.answer : result.refusal));
        expect(answers.sort()).toEqual(Array.from({ length: 20 }, (_, n) => `found${n + 1}`).sort());
      });

      it('changes nothing when it refuses', async () => {
        await count(['a', 'b'], 1);
        await unchangedBy(async () => {
          const refusal = { refusal: 'test.no', params: { limit: 7 } };
          expect(await run(refusing('test.no'))).toEqual({ ok: false, refusal, repeated: false });
        });
      });

      it('refuses a command that its realm does not have', async () => {
        await unchangedBy(async () => {
          const result = await writer.execute({ type: 'Elsewhere', data: {}, at: 1, actor: 'user:x' });
          expect(result).toMatchObject({ ok: false, refusal: { refusal: 'demo.demo-only' }, repeated: false });
        });
      });

      it('cannot decide a command that nobody handles', async () => {
        await unchangedBy(async () => {
          const unknown = writer.execute({ type: 'Unheard', data: {}, at: 1, actor: 'user:x' });
          await expect(unknown).rejects.toThrow(new HandlerError('no handler for Unheard'));
        });
      });

      it.each(IMPOSSIBLE)('cannot decide, and changes nothing, when the decision %s', async (_, message, script) => {
        await count(['a', 'b'], 1);
        await unchangedBy(async () => {
          const failed = run(script(owner), under('k'));
          await expect(failed).rejects.toThrow(message);
          await expect(failed).rejects.toBeInstanceOf(HandlerError);
        });
        expect(await count('a', 1, under('k'))).toMatchObject({ ok: true, position: 3, repeated: false });
        expect(await everything()).toMatchObject({ states: [{ total: 2 }, { total: 1 }], balance: '3' });
      });

      it('answers as unavailable what cannot be decided at the moment, and decides its repeat', async () => {
        const away: Script = {
          decide: () => {
            throw new Refused('prices', refuse('request.unavailable'));
          },
        };
        await unchangedBy(async () => {
          const refusal = { refusal: 'request.unavailable', params: {} };
          expect(await run(away, under('k'))).toEqual({ ok: false, refusal, repeated: false });
        });
        expect(await count('a', 1, under('k'))).toMatchObject({ ok: true, repeated: false });
      });

      it('stores nothing of a command that overdraws a balance which nobody loaded', async () => {
        await unchangedBy(() =>
          expect(run(decides(counted('a', 1), counted('a', 1, moved(owner, -5n))))).rejects.toThrow(),
        );
      });

      it('stores nothing of a command whose events cannot be evolved', async () => {
        await count('a', 1);
        const history = await writer.history();
        await expect(run(decides(counted('a', 1), counted('a', 'one')))).rejects.toThrow('could not be evolved');
        expect(await writer.history()).toEqual(history);
      });
    });

    describe('timers', () => {
      const counting = planned(commandOf<{ by: number }>('Count'), { by: 1 });
      const due = (id: string, dueAt: number, command = counting): DueCommand => ({ id, dueAt, command });
      const scheduling = (timers: readonly DueCommand[], ...events: NewEvent[]): Script => ({
        decide: () => ({ events, due: timers, answer: null }),
      });
      const waiting = async () => [...(await writer.due())].sort((one, other) => one.dueAt - other.dueAt);
      const stored = (id: string, dueAt: number, cause?: Cause) => ({
        id,
        dueAt,
        type: 'Count',
        data: '{"by":1}',
        cause,
      });

      it('wait together with the events of their decision, also those of a decision without events', async () => {
        await Promise.all([
          run(scheduling([due('late', 9_000), due('soon', 2_000)], counted('a', 1))),
          count('a', 1),
          run(scheduling([due('alone', 5_000)])),
        ]);
        await writer.restart();
        expect(await waiting()).toEqual([stored('soon', 2_000), stored('alone', 5_000), stored('late', 9_000)]);
        expect(await writer.history()).toHaveLength(2);
      });

      it('keep the event that they follow from, and its correlation; one of a calendar begins anew', async () => {
        const cause = { correlation: 'call-1', causation: 'call-1' };
        const [first, second] = [counted('a', 1), counted('a', 2)];
        const timers = [due('calendar', 2_000), { ...due('event', 3_000), after: second }];
        await run(scheduling(timers, first, second), { requestToken: { cause } });
        await writer.restart();
        const after = { correlation: 'call-1', causation: `${realm}:2` };
        expect(await waiting()).toEqual([stored('calendar', 2_000), stored('event', 3_000, after)]);
      });

      it('cannot follow from an event that is not decided', async () => {
        await unchangedBy(async () => {
          const failed = run(scheduling([{ ...due('one', 2_000), after: counted('a', 1) }], counted('a', 1)));
          await expect(failed).rejects.toBeInstanceOf(HandlerError);
        });
      });

      it('stay as they are when another of the same id comes, in one decision or in a later one', async () => {
        await run(scheduling([due('one', 2_000), due('one', 3_000)], counted('a', 1)));
        await writer.restart();
        await run(scheduling([due('one', 4_000), due('other', 5_000)], counted('a', 1)));
        expect(await waiting()).toEqual([stored('one', 2_000), stored('other', 5_000)]);
      });

      it('are scheduled once, however often their command is repeated', async () => {
        const once = under('k');
        await run(scheduling([due('one', 2_000)], counted('a', 1)), once);
        await run(scheduling([due('two', 2_000)], counted('a', 1)), once);
        expect(await waiting()).toEqual([stored('one', 2_000)]);
      });

      it('of a decision that may not be stored do not wait', async () => {
        await unchangedBy(() => expect(run(scheduling([due('one', 2_000)], counted('new', 1)))).rejects.toThrow());
        await unchangedBy(() =>
          expect(
            run(scheduling([due('one', 2_000)], counted('a', 1), counted('a', 1, moved(owner, -5n)))),
          ).rejects.toThrow(),
        );
      });

      it('cannot be decided when their data are not JSON', async () => {
        await unchangedBy(async () => {
          const loop: { by: number; self?: unknown } = { by: 1 };
          loop.self = loop;
          const command = planned(commandOf<{ by: number }>('Count'), loop);
          const failed = run(scheduling([due('one', 2_000, command)], counted('a', 1)));
          await expect(failed).rejects.toBeInstanceOf(HandlerError);
        });
      });
    });

    repeatsContract({ count, run, restart: () => writer.restart(), history: () => writer.history() });

    describe('states', () => {
      it('are initial where nothing happened, and reading them stores nothing', async () => {
        expect(await writer.read(counter, 'nowhere')).toEqual({ total: 0, steps: 0 });
        expect(await writer.history()).toEqual([]);
      });

      it('are shown to those who ask beforehand as a command would see them, and nothing is stored', async () => {
        await count(['a', 'b'], 5);
        await writer.restart();
        const scope = { ...touching('a'), balances: [[owner, 'USDT']] } as const;
        await unchangedBy(async () => {
          const look = (view: View) => [view.state(counter, 'a').total, format(view.balance(owner, 'USDT'))];
          expect(await writer.look(scope, look)).toEqual([5, '10']);
          await expect(writer.look(scope, (view) => view.state(counter, 'b'))).rejects.toThrow('not touched');
        });
      });

      it('are after a restart what they were, from a snapshot and the events after it, and go on from there', async () => {
        for (let by = 1; by <= 7; by += 1) await count('a', by);
        await count('b', 1);
        const before = await everything();
        loads.snapshots = 0;
        // Nobody waits for a snapshot to be stored.
        await until(async () => {
          await writer.restart();
          expect(await everything()).toEqual(before);
          return loads.snapshots > 0;
        });
        expect(await count('a', 2)).toMatchObject({ ok: true, answer: 30, position: 9 });
      });

      it('are what the stored events give from the first one on', async () => {
        await Promise.all(Array.from({ length: 20 }, (_, n) => count(n % 2 ? 'a' : ['a', 'b'], n + 1)));
        const replayed = { a: counter.initial('a'), b: counter.initial('b') };
        for (const row of await writer.history()) {
          const id = row.stream === 'counter-a' ? 'a' : 'b';
          replayed[id] = counter.evolve(replayed[id], decode(row));
        }
        expect([replayed.a, replayed.b]).toEqual((await everything()).states);
      });
    });
  });
}
