import { isRefusal } from '../../../server/core/refusal.js';
import { BEAT_MS, beatOf, instantOf } from '../../../server/market/book-market.js';
import type { Market } from '../../../server/market/runtime/market.js';
import { BEATS_PER_MINUTE } from '../../../server/market/simulator/beats.js';
import type { Fees } from './fees.js';
import { Desk, type Realm } from './desk.js';

/** What one owner's accounts won or lost together, in USDT. */
export interface Score {
  /** Bought and sold. */
  turnover: number;
  /** What the fills themselves brought at the index of their instants: net of the fundamental's own move. */
  edge: number;
  /** With what the index did while something was held. */
  gross: number;
  fees: number;
  /** How often everything was closed again. */
  trades: number;
  /** Trades of the bot's orders, several for one order. */
  fills: number;
}

/** So many beats are tried to sell what is left over. */
const CLOSING_BEATS = 40;

/**
 * An episode of a bot at the venue: the product's own matching, market, tape, impact and fees, beat by beat, without a database.
 * Books begin empty. What a bot learns here is what everybody sees at that instant.
 */
export class Lab {
  beat: number;
  readonly score: Score = { turnover: 0, edge: 0, gross: 0, fees: 0, trades: 0, fills: 0 };
  private readonly desks = new Map<string, Desk>();
  private isHolding = false;

  constructor(
    readonly market: Market,
    at: number,
    readonly fees: Fees,
  ) {
    this.beat = beatOf(at);
  }

  get at(): number {
    return instantOf(this.beat);
  }

  desk(symbol: string, realm: Realm = 'real'): Desk {
    const key = `${realm}/${symbol}`;
    let desk = this.desks.get(key);
    if (desk === undefined) {
      desk = new Desk(this, symbol);
      this.desks.set(key, desk);
    }
    return desk;
  }

  wait(beats = 1): void {
    for (let n = 0; n < beats; n += 1) {
      // As the product's own loop does: a book without orders has nothing to decide.
      const waiting = [...this.desks.values()].filter((desk) => desk.hasOrders);
      if (waiting.length === 0) {
        this.beat += beats - n;
        return;
      }
      this.beat += 1;
      for (const desk of waiting) desk.decideBeat();
    }
  }

  waitMs(ms: number): void {
    this.wait(Math.round(ms / BEAT_MS));
  }

  /** To the first beat at or after an instant. */
  waitUntil(at: number): void {
    this.wait(Math.max(0, Math.ceil(at / BEAT_MS) - this.beat));
  }

  /** From the last beat of a session to the first of the next one; while the market is closed there is nothing to decide. */
  sleep(symbol: string): void {
    this.wait(2);
    const { open, nextChangeAt } = this.market.view(symbol, this.at).session;
    if (open || nextChangeAt === null) return;
    this.beat = Math.ceil(nextChangeAt / BEAT_MS) - 1;
    this.wait();
  }

  /** Goes to the last minute of the call before the next open. */
  toCall(symbol: string): void {
    this.wait(2);
    const { open, nextChangeAt } = this.market.view(symbol, this.at).session;
    if (!open && nextChangeAt !== null) this.beat = Math.ceil(nextChangeAt / BEAT_MS) - BEATS_PER_MINUTE;
  }

  /** Sells and buys back all that is held, at the market. */
  flatten(): void {
    for (let n = 0; n < CLOSING_BEATS; n += 1) {
      for (const desk of this.desks.values()) desk.flatten();
      if (!this.isHolding) return;
      this.wait();
    }
  }

  /** Ends the episode: what is still held counts at the index. */
  close(): Score {
    for (const desk of this.desks.values()) desk.closeAtIndex();
    this.noteHoldings();
    return this.score;
  }

  /** To be called after fills: a trade is over when nothing is held any more. */
  noteHoldings(): void {
    const holds = [...this.desks.values()].some((desk) => desk.held !== 0);
    if (this.isHolding && !holds) this.score.trades += 1;
    this.isHolding = holds;
  }

  indexTicks(symbol: string, at: number): number {
    const index = this.market.index(symbol, at);
    if (isRefusal(index)) return this.market.priceTicks(symbol, at);
    return Number(index) / 1e18 / +this.market.spec(symbol).tickSize;
  }
}
