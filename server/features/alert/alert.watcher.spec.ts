import { beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { amount } from '../../../shared/money.js';
import { FakeClock } from '../../core/clock.js';
import { refuse } from '../../core/refusal.js';
import type { WatchedSpan } from '../../core/ports/watched-prices.js';
import { AlertWatcher } from './alert.watcher.js';

const START = Date.UTC(2026, 10, 24, 12);
const HOUR_MS = 3_600_000;

interface Row {
  readonly alertId: string;
  readonly symbol: string;
  readonly kind: string;
  readonly level: string;
  readonly status: string;
  readonly round: number;
  readonly since: number;
  readonly endsAt: number;
  readonly armed: boolean;
}

function row(given: Partial<Row> = {}) {
  const terms = {
    kind: 'rises',
    level: '10.5',
    status: 'active',
    round: 1,
    since: START,
    endsAt: START + 48 * HOUR_MS,
  };
  return { alertId: 'alert-1', userId: 'real-1', symbol: 'BTCUSDT', ...terms, armed: true, side: 'up', ...given };
}

/** One realm's table, history, market and writer in memory. The price is 10.00, but for spikes by their second. */
function world(spikes: ReadonlyMap<number, number> = new Map()) {
  const clock = new FakeClock(START);
  const table = new Map<string, ReturnType<typeof row>>();
  const events: { position: number; stream: string; data: { alertId: string } }[] = [];
  const checkpoints = new Map<string, number>();
  const sent: { type: string; data: Record<string, unknown> }[] = [];
  const state = { asked: 0, away: false, life: 'traded', isUnderWay: false };
  /** From when on the price is a quarter, and all of before is drawn so; everybody saw it whole then. */
  const split = { at: Infinity };
  const shown = (ticks: number): number => (clock.now() >= split.at ? ticks / 4 : ticks);
  const ticksAt = (at: number): number => spikes.get(at - (at % 1_000)) ?? 1_000;
  const prices = {
    instrument: () => ({ base: 'BTC', quote: 'USDT', tick: amount('0.01'), state: state.life }),
    ticks: (_: string, _symbol: string, at: number) => shown(ticksAt(at)),
    candles: (_: string, _symbol: string, span: WatchedSpan) => candles(span, shown),
    scaleAt: (_: string, _symbol: string, at: number) => {
      const isPast = at < split.at && split.at <= clock.now();
      const read = (span: WatchedSpan) => candles(span, isPast ? (ticks) => ticks : shown);
      return { until: isPast ? split.at : Infinity, candles: () => Promise.resolve(read) };
    },
    isUnderWay: () => state.isUnderWay,
  };
  const candles = ({ period, fromMs, toMs }: WatchedSpan, drawn: (ticks: number) => number) => {
    state.asked += 1;
    const length = { '1h': HOUR_MS, '1m': 60_000, '1s': 1_000 }[period] ?? 0;
    return Array.from({ length: (toMs - fromMs) / length }, (_, index) => {
      const openAt = fromMs + index * length;
      const within = [...spikes].filter(([at]) => at >= openAt && at < openAt + length).map(([, ticks]) => ticks);
      return {
        openAt,
        openTicks: drawn(ticksAt(openAt)),
        highTicks: drawn(Math.max(1_000, ...within)),
        lowTicks: drawn(Math.min(1_000, ...within)),
      };
    });
  };
  const commands = {
    execute: (command: { type: string; data: Record<string, unknown> }) => {
      if (state.away) return Promise.resolve({ ok: false, refusal: refuse('request.unavailable') });
      sent.push({ type: command.type, data: command.data });
      if (sent.length === 1) story.answer();
      return Promise.resolve({ ok: true });
    },
  };
  const pool = {
    query: (query: string | { text: string; values: unknown[] }, values: unknown[] = []) => {
      const text = typeof query === 'string' ? query : query.text;
      const [realm, second] = typeof query === 'string' ? values : query.values;
      if (text.startsWith('INSERT'))
        checkpoints.set(String(realm), Math.max(Number(second), checkpoints.get(String(realm)) ?? 0));
      if (text.includes('looked_to AS')) {
        const lookedTo = checkpoints.get(String(realm));
        return Promise.resolve({ rows: lookedTo === undefined ? [] : [{ lookedTo }] });
      }
      const wanted = (second as string[] | undefined) ?? [...table.keys()];
      const rows = realm === 'real' ? wanted.flatMap((id) => table.get(id) ?? []) : [];
      return Promise.resolve({ rows: Array.isArray(second) ? rows : rows.filter(({ status }) => status === 'active') });
    },
  };
  const projections = {
    feed: (realm: string) => ({
      position: events.length,
      take: (after: number) => Promise.resolve(realm === 'real' ? events.slice(after) : []),
    }),
    upToDate: () => Promise.resolve(true),
    waitFor: () => Promise.resolve(true),
  };
  const policies = { inForce: () => ({ values: { emailsPerDayMax: 20 } }) };
  const server = () =>
    new AlertWatcher(
      ...([prices, commands, policies, projections, pool, clock] as unknown as ConstructorParameters<
        typeof AlertWatcher
      >),
    );
  const put = (alert: ReturnType<typeof row>) => {
    table.set(alert.alertId, alert);
    events.push({ position: events.length + 1, stream: 'alert-real-1', data: { alertId: alert.alertId } });
  };
  /** What the first command changes in the table. */
  const story = { clock, state, split, sent, checkpoints, server, put, answer: (): void => undefined };
  return story;
}

const told = (sent: { type: string; data: Record<string, unknown> }[]) =>
  sent.map(({ type, data }) => `${type} ${String(data['alertId'])} ${String(data['price'] ?? data['reason'])}`);

describe('the watcher of price alerts', () => {
  beforeEach(() => {
    Logger.overrideLogger(false);
  });

  it('tells a level that was reached between two of its looks, with its second', async () => {
    const spikeAt = START + 20_000;
    const { server, clock, put, sent } = world(new Map([[spikeAt, 1_060]]));
    const watcher = server();
    put(row());
    await watcher.look();
    clock.advance(15_000);
    await watcher.look();
    expect(sent).toEqual([]);
    clock.advance(110_000);
    await watcher.look();
    expect(sent[0]?.data).toMatchObject({
      alertId: 'alert-1',
      round: 1,
      price: '10.6',
      reachedAt: spikeAt,
      direction: 'up',
    });
    clock.advance(120_000);
    await watcher.look();
    expect(sent).toHaveLength(1);
  });

  it('tells after a standstill what happened in it, from where the server before had looked', async () => {
    const spikes = new Map([
      [START + 5_000, 1_060],
      [START + 7 * HOUR_MS + 61_000, 1_070],
    ]);
    const { server, clock, put, sent, checkpoints } = world(spikes);
    put(row({ since: START + 10_000 }));
    clock.advance(150_000);
    const first = server();
    await first.look();
    await first.stop();
    expect(checkpoints.get('real')).toBe(START + 150_000);
    expect(sent).toEqual([]);
    clock.advance(12 * HOUR_MS);
    await server().look();
    expect(sent.map(({ data }) => [data['price'], data['reachedAt']])).toEqual([
      ['10.7', START + 7 * HOUR_MS + 61_000],
    ]);
  });

  describe('after a standstill over a split', () => {
    const splitAt = START + 6 * HOUR_MS + 500;
    /** The first server is away from a minute after the start; the split comes while nobody looks. */
    async function away(spikes: ReadonlyMap<number, number>, ...rows: ReturnType<typeof row>[]) {
      const story = world(spikes);
      for (const each of rows) story.put(each);
      story.clock.advance(60_000);
      const first = story.server();
      await first.look();
      await first.stop();
      story.split.at = splitAt;
      story.state.isUnderWay = true;
      story.clock.advance(12 * HOUR_MS);
      return story;
    }
    const rising = row({ alertId: 'rising' });
    const falling = row({ alertId: 'falling', kind: 'falls', level: '9.5' });

    it('tells what the missed time reached in the shares of before, and nothing that only the split has made', async () => {
      const { server, sent } = await away(new Map([[START + 3 * HOUR_MS, 1_060]]), rising, falling);
      const watcher = server();
      await watcher.look();
      await watcher.lookBefore('real', 'BTCUSDT', splitAt);
      expect(sent.map(({ data }) => [data['alertId'], data['price'], data['reachedAt']])).toEqual([
        ['rising', '10.6', START + 3 * HOUR_MS],
      ]);
    });

    it('waits with prices of after the split for levels of after it', async () => {
      const reachedAt = START + 8 * HOUR_MS;
      const { server, state, sent, put } = await away(new Map([[reachedAt, 920]]), rising, falling);
      const watcher = server();
      await watcher.look();
      expect(sent).toEqual([]);
      put(row({ alertId: 'rising', level: '2.63', round: 2, since: splitAt }));
      put(row({ alertId: 'falling', kind: 'falls', level: '2.38', round: 2, since: splitAt }));
      state.isUnderWay = false;
      await watcher.look();
      expect(sent.map(({ data }) => [data['alertId'], data['price'], data['reachedAt']])).toEqual([
        ['falling', '2.3', reachedAt],
      ]);
    });

    it('knows which alerts the price had left before the split, and so may be told at the open', async () => {
      const [left, on] = [
        row({ alertId: 'left', armed: false }),
        row({ alertId: 'on', armed: false, level: '10', kind: 'crosses' }),
      ];
      const { server } = await away(new Map(), left, on);
      const watcher = server();
      await watcher.lookBefore('real', 'BTCUSDT', splitAt);
      expect(watcher.standing('real', 'BTCUSDT', 'left')).toEqual({ round: 1, armed: true, side: 'up' });
      expect(watcher.standing('real', 'BTCUSDT', 'on')).toMatchObject({ armed: false });
      expect(watcher.standing('real', 'BTCUSDT', 'none')).toBeNull();
    });

    it('tells an alert again that was told, left and reached once more before the split', async () => {
      const [once, again] = [START + HOUR_MS, START + 3 * HOUR_MS];
      const story = await away(new Map([once, again].map((reachedAt) => [reachedAt, 1_060])), rising);
      story.answer = () => story.put(row({ ...rising, round: 2, armed: false, since: once + HOUR_MS }));
      const watcher = story.server();
      await watcher.lookBefore('real', 'BTCUSDT', splitAt);
      expect(story.sent.map(({ data }) => data['reachedAt'])).toEqual([once, again]);
    });

    it('divides no level before all of before was told', async () => {
      const { server, state, sent } = await away(new Map([[START + 3 * HOUR_MS, 1_060]]), rising);
      state.away = true;
      const watcher = server();
      await expect(watcher.lookBefore('real', 'BTCUSDT', splitAt)).rejects.toThrow('request.unavailable');
      state.away = false;
      await watcher.lookBefore('real', 'BTCUSDT', splitAt);
      expect(told(sent)).toEqual(['TriggerAlert rising 10.6']);
    });
  });

  it('follows what people set, change, pause and remove, on whichever server', async () => {
    const { server, clock, put, sent } = world(new Map([[START + 60_000, 1_060]]));
    const watcher = server();
    await watcher.look();
    put(row({ alertId: 'kept', since: START + 1_000 }));
    put(row({ alertId: 'paused' }));
    put(row({ alertId: 'raised' }));
    clock.advance(5_000);
    await watcher.look();
    put(row({ alertId: 'paused', status: 'paused', round: 2 }));
    put(row({ alertId: 'raised', level: '10.7', round: 2 }));
    clock.advance(150_000);
    await watcher.look();
    expect(told(sent)).toEqual(['TriggerAlert kept 10.6']);
  });

  it('says again what could not be written, and does not save that it had looked there', async () => {
    const { server, clock, put, sent, state, checkpoints } = world(new Map([[START + 20_000, 1_060]]));
    const watcher = server();
    put(row());
    state.away = true;
    clock.advance(150_000);
    await watcher.look();
    expect(sent).toEqual([]);
    await watcher.stop();
    expect(checkpoints.get('real')).toBeLessThanOrEqual(START + 20_000);
    state.away = false;
    await server().look();
    expect(told(sent)).toEqual(['TriggerAlert alert-1 10.6']);
  });

  it('ends an alert once all before its end was looked at, and all of an instrument that is gone', async () => {
    const { server, clock, put, sent, state } = world();
    put(row({ endsAt: START + HOUR_MS }));
    clock.advance(2 * HOUR_MS);
    await server().look();
    expect(told(sent)).toEqual(['EndAlert alert-1 date']);
    put(row({ alertId: 'alert-2', endsAt: START + 90 * HOUR_MS }));
    state.life = 'gone';
    clock.advance(150_000);
    await server().look();
    expect(told(sent).slice(1)).toContain('EndAlert alert-2 delisted');
  });

  it('compares one price for ten thousand alerts on one instrument, and reads no candle for it', async () => {
    const { server, clock, put, state } = world();
    for (let index = 0; index < 10_000; index += 1)
      put(row({ alertId: `alert-${index}`, level: `${11 + index / 100}` }));
    const watcher = server();
    clock.advance(61_000);
    await watcher.look();
    state.asked = 0;
    clock.advance(500);
    await watcher.look();
    expect(state.asked).toBe(0);
  });
});
