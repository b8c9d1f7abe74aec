import type { Pool } from 'pg';
import type { Instant } from '../../core/clock.js';
import type { SimulatedBank } from '../../core/ports/bank.js';
import type { ChainTransfer, SimulatedChain } from '../../core/ports/chain.js';
import type { OutsideBooks } from '../../core/ports/outside-books.js';

/** The world outside, and our own database beside it. */
export interface Outside {
  readonly pool: Pool;
  readonly chain: SimulatedChain;
  readonly bank: SimulatedBank;
  readonly books: OutsideBooks;
  /** When it is looked at. */
  readonly at: Instant;
}

/** A transfer or payout as the books know it. */
export interface Move {
  readonly id: string;
  readonly direction: 'in' | 'out';
  readonly place: 'chain' | 'bank';
  readonly network: string;
  readonly hash: string;
  readonly amount: string;
}

/** What every noun says of them, as the source of a statement. */
export const movesOf = ({ moves }: OutsideBooks): string =>
  `(${moves.map(({ sql }) => sql).join(' UNION ALL ')}) moves`;

/** Custody counts a transfer from its block on. */
export function isMined(transfer: ChainTransfer | undefined): transfer is ChainTransfer {
  return transfer?.status === 'mined';
}
