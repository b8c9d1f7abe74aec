import type { Chance } from './chance.js';
import type { Fees } from './fees.js';
import type { Lab } from './lab.js';

/** Where episodes begin: anywhere in a session, at the edge of an epoch, or in the last beat of a session. */
export type When = 'open' | 'epoch-edge' | 'close';

export interface Place {
  readonly symbol: string;
  readonly at: number;
  readonly number: number;
}

/** Somebody who looks for free money. An episode begins with nothing and lasts five minutes at most, or a night. */
export interface Bot {
  readonly name: string;
  /**
   * Which law it must not break: `machine`, nothing is gained before fees; `service`, it provides liquidity or holds risk, so
   * nothing is gained after the lowest tier's fees.
   */
  readonly law: 'machine' | 'service';
  readonly symbols: readonly string[];
  readonly when?: When;
  /** Of the episodes of the others; 1 where absent. */
  readonly share?: number;
  /** Its terms, where others than the lowest tier's are the point. */
  readonly fees?: Fees;
  play(lab: Lab, symbol: string, chance: Chance): void;
}

/** What a usual trade of a bot is worth. */
export const STAKE_USDT = 1_000;

export const COINS = ['BTCUSDT', 'ETHUSDT', 'DOGEUSDT', 'KSMUSDT'];
/** One of each kind of market. */
export const MIXED = [...COINS, 'EURUSDT', 'XAUUSDT', 'AAPLUSDT', 'SPXUSDT', 'WTIUSDT', 'SPYUSDT'];
