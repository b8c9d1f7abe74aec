import type { Pool } from 'pg';
import type { SimulatedBank } from '../../core/ports/bank.js';
import type { ChainTransfer, SimulatedChain } from '../../core/ports/chain.js';

/** The world outside, and our own database beside it. */
export interface Outside {
  readonly pool: Pool;
  readonly chain: SimulatedChain;
  readonly bank: SimulatedBank;
}

/** Custody counts a transfer from its block on. */
export function isMined(transfer: ChainTransfer | undefined): transfer is ChainTransfer {
  return transfer?.status === 'mined';
}
