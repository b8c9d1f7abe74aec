import { setImmediate as turn } from 'node:timers/promises';
import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { ONE } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { WatchedPrices } from '../../core/ports/watched-prices.js';
import { refuse, Refused } from '../../core/refusal.js';
import { isAway } from '../../engine/history/away.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { EndAlert, TriggerAlert, type AlertRules } from './alert.commands.js';
import { foundOf } from './alert.hit.js';
import {
  levelTicks,
  SymbolWatch,
  type Hit,
  type ReadCandles,
  type Standing,
  type WatchedAlert,
} from './alert.watch.js';
import { alerts, type AlertRow } from './alerts.projection.js';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const SAVE_EVERY_MS = 10_000;
const REALMS: readonly TradingRealm[] = ['demo', 'real'];
const PAGE_EVENTS = 2_000;
/** Symbols that are compared before others get their turn. */
const SYMBOLS_A_TURN = 25;
/** Notifications that are on their way together; the writer takes them as one batch. */
const TOGETHER = 25;

type Columns = Pick<
  AlertRow,
  'alertId' | 'userId' | 'symbol' | 'kind' | 'level' | 'status' | 'endsAt' | 'round' | 'since' | 'armed' | 'side'
>;
const COLUMNS = `alert_id AS "alertId", user_id AS "userId", symbol, kind, level, status, ends_at AS "endsAt", round, since,
  armed, side`;

/** One realm: its alerts by instrument, and how far its history was followed. */
interface Watched {
  readonly realm: TradingRealm;
  readonly symbols: Map<string, SymbolWatch>;
  readonly symbolOf: Map<string, string>;
  followedTo: number;
  /** What was looked at before this process; `undefined` when nothing ever was. */
  readonly lookedTo: Instant | undefined;
}

/**
 * Watches public prices for alerts, beside the trading path: every second one comparison for each watched instrument, and candles where
 * a level may have been reached. It keeps on the database how far it has looked, so that after a standstill the candles of the
 * missed time are looked at too. Several servers may watch at once: the same finding changes nothing twice.
 */
@Injectable()
export class AlertWatcher {
  private readonly log = new Logger('AlertWatcher');
  private readonly realms = new Map<TradingRealm, Watched>();
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private stopped = false;
  private savedAt = 0;

  constructor(
    private readonly prices: WatchedPrices,
    private readonly commands: Commands,
    private readonly policies: PolicySource<{ 'alert.rules': AlertRules }>,
    private readonly projections: ProjectionRunner,
    private readonly pool: Pool,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.sleep();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
    await this.save().catch((error: unknown) => this.complain(error));
  }

  /** Looks at everything up to now; answers when what was found is durable. */
  look(): Promise<void> {
    this.working = this.working.then(() => this.beat()).catch((error: unknown) => this.complain(error));
    return this.working;
  }

  /**
   * Looks at all of a symbol before an instant, in whose scale its levels are: then a split may divide them. Throws where
   * something is in the way, and does what it can.
   */
  lookBefore(realm: TradingRealm, symbol: string, until: Instant): Promise<void> {
    const done = this.working.then(async () => {
      const watched = this.realms.get(realm) ?? (await this.open(realm));
      if (watched === undefined) throw new Refused(`alerts of ${symbol}`, refuse('request.unavailable'));
      await this.follow(watched);
      const symbolWatch = watched.symbols.get(symbol);
      if (symbolWatch === undefined) return;
      // One that repeats is watched again from the end of its pause, which may lie before the instant too.
      let from = -Infinity;
      while (symbolWatch.lookedTo < until && symbolWatch.lookedTo > from) {
        from = symbolWatch.lookedTo;
        await this.lookThrough(watched, symbol, symbolWatch);
        await this.follow(watched);
      }
      if (symbolWatch.lookedTo < until) throw new Refused(`alerts of ${symbol}`, refuse('request.unavailable'));
    });
    this.working = done.catch(() => undefined);
    return done;
  }

  /** How an alert stands after the last look; `null` where it is not watched here. */
  standing(realm: TradingRealm, symbol: string, alertId: string): Standing | null {
    return this.realms.get(realm)?.symbols.get(symbol)?.standing(alertId) ?? null;
  }

  private async beat(): Promise<void> {
    for (const realm of REALMS) {
      const watched = this.realms.get(realm) ?? (await this.open(realm));
      if (watched !== undefined) await this.follow(watched);
      if (watched !== undefined) await this.lookAt(watched);
    }
    const now = this.clock.now();
    if (now - this.savedAt < SAVE_EVERY_MS && now >= this.savedAt) return;
    await this.save();
    this.savedAt = now;
  }

  /** Loads the active alerts of a realm; `undefined` while the read model is behind. */
  private async open(realm: TradingRealm): Promise<Watched | undefined> {
    const followedTo = this.projections.feed(realm).position;
    if (!(await this.projections.upToDate('alerts', realm))) return undefined;
    const [checkpoint, active] = await Promise.all([
      this.pool.query<{ lookedTo: Instant }>('SELECT looked_to AS "lookedTo" FROM alert_checkpoints WHERE realm = $1', [
        realm,
      ]),
      this.pool.query<Columns>(`SELECT ${COLUMNS} FROM ${alerts.name} WHERE realm = $1 AND status = 'active'`, [realm]),
    ]);
    const lookedTo = checkpoint.rows[0]?.lookedTo;
    const watched: Watched = { realm, symbols: new Map(), symbolOf: new Map(), followedTo, lookedTo };
    // One that waits for the price to leave its level is looked at from its own beginning, as nothing else says whether it did.
    for (const row of active.rows) this.take(watched, row, row.armed ? (lookedTo ?? 0) : 0);
    this.realms.set(realm, watched);
    return watched;
  }

  /** Takes up what has happened to alerts, whichever server wrote it. */
  private async follow(watched: Watched): Promise<void> {
    const { realm } = watched;
    const touched = new Set<string>();
    const feed = this.projections.feed(realm);
    for (;;) {
      const events = await feed.take(watched.followedTo, PAGE_EVENTS);
      for (const { stream, data } of events)
        if (stream.startsWith('alert-')) touched.add((data as { alertId: string }).alertId);
      watched.followedTo = events.at(-1)?.position ?? watched.followedTo;
      if (events.length < PAGE_EVENTS) break;
    }
    if (touched.size === 0) return;
    await this.projections.waitFor('alerts', realm, watched.followedTo);
    const { rows } = await this.pool.query<Columns>({
      name: 'alerts-touched',
      text: `SELECT ${COLUMNS} FROM ${alerts.name} WHERE realm = $1 AND alert_id = ANY ($2)`,
      values: [realm, [...touched]],
    });
    for (const row of rows) this.take(watched, row, 0);
  }

  private take(watched: Watched, row: Columns, from: Instant): void {
    const { alertId, symbol, status, userId, round, kind, since, endsAt, armed, side } = row;
    const instrument = this.prices.instrument(symbol, this.clock.now());
    if (status !== 'active' || instrument === undefined) return this.drop(watched, alertId);
    const level = levelTicks(row, instrument.tick);
    const alert: WatchedAlert = { alertId, userId, round, kind, level, since, endsAt, armed, side };
    let symbolWatch = watched.symbols.get(symbol);
    if (symbolWatch === undefined) watched.symbols.set(symbol, (symbolWatch = new SymbolWatch()));
    watched.symbolOf.set(alertId, symbol);
    symbolWatch.add(alert, from);
  }

  private drop({ symbols, symbolOf }: Watched, alertId: string): void {
    const symbol = symbolOf.get(alertId);
    if (symbol === undefined) return;
    symbolOf.delete(alertId);
    const symbolWatch = symbols.get(symbol);
    symbolWatch?.drop(alertId);
    if (symbolWatch?.size === 0) symbols.delete(symbol);
  }

  private async lookAt(watched: Watched): Promise<void> {
    let compared = 0;
    for (const [symbol, symbolWatch] of watched.symbols) {
      const now = this.clock.now();
      compared += 1;
      if (compared % SYMBOLS_A_TURN === 0) await turn();
      const read: ReadCandles = (span) => this.prices.candles(watched.realm, symbol, span);
      const { until } = this.prices.scaleAt(watched.realm, symbol, symbolWatch.lookedTo);
      const ticks = this.prices.ticks(watched.realm, symbol, now);
      const isBehind = until <= now;
      if (!isBehind && !symbolWatch.mayReach(ticks, now, read) && !isTurnOf(symbol, symbolWatch, now)) continue;
      await this.lookThrough(watched, symbol, symbolWatch);
    }
  }

  private async lookThrough({ realm }: Watched, symbol: string, symbolWatch: SymbolWatch): Promise<void> {
    const now = this.clock.now();
    const end = now - (now % SECOND_MS);
    while (symbolWatch.lookedTo < end && !this.stopped) {
      const scale = this.prices.scaleAt(realm, symbol, symbolWatch.lookedTo);
      // Prices are of after an action, and levels may still be of before it.
      if (scale.until > now && this.prices.isUnderWay(symbol)) break;
      const read = await scale.candles();
      const to = Math.min(end, wholeSecond(scale.until));
      const hits = symbolWatch.look(read, to);
      for (let from = 0; from < hits.length; from += TOGETHER) {
        const sent = hits.slice(from, from + TOGETHER).map((hit) => this.notify(realm, symbol, symbolWatch, hit));
        await Promise.all(sent);
      }
      if (hits.some(({ at }) => symbolWatch.lookedTo <= at)) return;
      await turn();
    }
    await this.endOver(realm, symbol, symbolWatch);
  }

  private async notify(realm: TradingRealm, symbol: string, symbolWatch: SymbolWatch, hit: Hit): Promise<void> {
    const { userId, alertId, round } = hit.alert;
    const tick = this.prices.instrument(symbol, this.clock.now())?.tick ?? ONE;
    const data: TriggerAlert['data'] = {
      userId,
      alertId,
      round,
      ...foundOf(hit, tick),
      emailsPerDayMax: this.policies.inForce('alert.rules').values.emailsPerDayMax,
    };
    try {
      await this.send(new TriggerAlert(this.context(realm), data));
    } catch (error) {
      symbolWatch.again(hit);
      this.complain(error);
    }
  }

  /** What has ended by its date, once all before it was looked at, or with its instrument. */
  private async endOver(realm: TradingRealm, symbol: string, symbolWatch: SymbolWatch): Promise<void> {
    const state = this.prices.instrument(symbol, this.clock.now())?.state ?? 'gone';
    const over = state === 'gone' ? symbolWatch.all() : symbolWatch.over();
    const reason = state === 'gone' ? 'delisted' : 'date';
    for (const { userId, alertId } of over)
      await this.send(new EndAlert(this.context(realm), { userId, alertId, reason }));
  }

  private async send(command: TriggerAlert | EndAlert): Promise<void> {
    const result = await this.commands.execute(command);
    if (!result.ok) throw new Refused(command.type, result.refusal);
  }

  private context(realm: TradingRealm) {
    return { realm, at: this.clock.now(), actor: 'system:alert-watcher' };
  }

  /** A server that is behind another takes nothing back. */
  private async save(): Promise<void> {
    const now = this.clock.now();
    for (const { realm, symbols } of this.realms.values()) {
      const lookedTo = Math.min(now, ...[...symbols.values()].map((symbolWatch) => symbolWatch.lookedTo));
      await this.pool.query(
        `INSERT INTO alert_checkpoints AS c (realm, looked_to) VALUES ($1, $2)
          ON CONFLICT (realm) DO UPDATE SET looked_to = greatest(c.looked_to, excluded.looked_to)`,
        [realm, lookedTo],
      );
    }
  }

  private complain(error: unknown): void {
    if (isAway(error)) this.log.warn(`alerts are looked at again: ${String(error)}`);
    else this.log.error(`alerts: ${error instanceof Error ? error.stack : String(error)}`);
  }

  private sleep(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.look().finally(() => this.sleep()), SECOND_MS);
    this.timer.unref();
  }
}

/** The first whole second from an instant on. */
const wholeSecond = (at: Instant): Instant => Math.ceil(at / SECOND_MS) * SECOND_MS;

/** Once a minute every instrument is looked at whole, each in a second of its own: a spike between two seconds is found too. */
function isTurnOf(symbol: string, { lookedTo }: SymbolWatch, now: Instant): boolean {
  if (now - lookedTo >= 2 * MINUTE_MS) return true;
  let hash = 0;
  for (const letter of symbol) hash = (hash * 31 + letter.charCodeAt(0)) % 60;
  return Math.floor(now / SECOND_MS) % 60 === hash && now - lookedTo >= SECOND_MS;
}
