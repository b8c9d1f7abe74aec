import type { FundsTransferred } from './transfer.events.js';

/** The same words as the fact that it becomes. */
export type TransferFunds = FundsTransferred;
