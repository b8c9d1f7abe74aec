import { describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../core/clock.js';
import type { CommandResult, StreamKind } from '../../core/decider.js';
import { BeatSteps } from '../../core/ports/beat-steps.js';
import { spotKind } from '../../features/spot/spot.state.js';
import { QuotedMarket } from '../../features/spot/spot.testkit.js';
import { BEAT_MS, beatOf } from '../../market/book-market.js';
import { Advancer } from './advance.js';
import { ActiveBooks, MarketLoop } from './market-loop.js';
import { Products } from './products.js';

const AT = 1_000_000;
const [BROKEN, SOUND] = ['BTCUSDT', 'ETHUSDT'];

/** Two books without orders, each with a step at every beat. */
function played(step: (symbol: string) => Promise<boolean>) {
  const clock = new FakeClock(AT);
  const done: string[] = [];
  const said: string[] = [];
  const watched: number[] = [];
  const steps = new BeatSteps();
  const run = async (_: string, symbol: string, beat: number) => {
    const isDone = await step(symbol);
    if (isDone) done.push(`${symbol} ${beat}`);
    return isDone;
  };
  steps.register('funding', { hasWork: () => true, run });
  const read = <State>(_: string, kind: StreamKind<State>, id: string): State => {
    const state = kind.initial(id);
    return id === BROKEN || id === SOUND ? (Object.assign(state as object, { touchedAt: AT }) as State) : state;
  };
  const writers = {
    peek: read,
    read: async <State>(realm: string, kind: StreamKind<State>, id: string) => read(realm, kind, id),
    execute: async <Answer>(): Promise<CommandResult<Answer>> => {
      throw new Error('nothing is kept');
    },
  };
  const products = new Products([{ kind: spotKind, market: new QuotedMarket() }]);
  const log = { warn: (text: string) => said.push(text), error: (text: string) => said.push(text) };
  const now = () => clock.now();
  const market = { keepUp: () => Promise.resolve(), ready: () => undefined, catchUpMs: () => 60_000 };
  const advancer = new Advancer({ writers, products, now, market, steps, log });
  const active = new ActiveBooks();
  for (const symbol of [BROKEN, SOUND]) active.touch('demo', symbol);
  const loop = new MarketLoop({
    clock,
    writers,
    advancer,
    live: { beat: (at: number) => void watched.push(at) },
    active,
    products,
    market,
    log,
  });
  return { clock, loop, advancer, active, done, said, watched };
}

describe('the loop of the market', () => {
  const broken = (symbol: string) => {
    if (symbol === BROKEN) return Promise.reject(new Error('out of order'));
    return Promise.resolve(true);
  };

  it('moves the books behind one whose step throws', async () => {
    const { clock, loop, done, said } = played(broken);
    for (let beats = 0; beats < 3; beats += 1) {
      clock.advance(BEAT_MS);
      await loop.beat();
    }
    const first = beatOf(AT) + 1;
    expect(done).toEqual([0, 1, 2].map((beat) => `${SOUND} ${first + beat}`));
    expect(said.filter((text) => text.includes('out of order'))).toHaveLength(1);
  });

  it('sends what is watched while a book takes long, and moves all of them on when it is done', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
    const { clock, loop, done, watched } = played((symbol) => (symbol === BROKEN ? held : Promise.resolve(true)));
    const first = beatOf(AT) + 1;
    clock.advance(BEAT_MS);
    const slow = loop.beat();
    for (let beats = 0; beats < 2; beats += 1) {
      clock.advance(BEAT_MS);
      await loop.beat();
    }
    expect(watched).toEqual([AT + 2 * BEAT_MS, AT + 3 * BEAT_MS]);
    release(true);
    await slow;
    await loop.beat();
    for (const symbol of [BROKEN, SOUND])
      expect(done.filter((text) => text.startsWith(symbol))).toEqual([0, 1, 2].map((n) => `${symbol} ${first + n}`));
  });

  it('lets what leaves nothing in a book pass a step that takes long, and nothing else', async () => {
    const { promise: held, resolve: release } = Promise.withResolvers<boolean>();
    const { clock, advancer } = played(() => held);
    clock.advance(BEAT_MS);
    const [cancel, order] = [advancer.due('demo', SOUND, true), advancer.due('demo', SOUND)];
    expect(await cancel).toBe(false);
    expect(await Promise.race([order, Promise.resolve('waits')])).toBe('waits');
    release(true);
    expect(await order).toBe(true);
    clock.advance(BEAT_MS);
    expect(await advancer.due('demo', SOUND, true)).toBe(true);
  });

  it('moves the books behind one that it knows nothing of', async () => {
    const { clock, loop, active, done, said } = played(() => Promise.resolve(true));
    active.drop('demo', BROKEN);
    active.drop('demo', SOUND);
    active.touch('demo', 'BTCUSDT-PERP');
    active.touch('demo', SOUND);
    clock.advance(BEAT_MS);
    await loop.beat();
    expect(done).toEqual([`${SOUND} ${beatOf(AT) + 1}`]);
    expect(said[0]).toContain('nothing is traded as BTCUSDT-PERP');
  });
});
