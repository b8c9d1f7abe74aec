import type { Refusal } from '../refusal.js';

/** Where an owner has open orders. */
export abstract class OpenOrders {
  /** The symbols of those books, as of now or later; refused as unavailable while that cannot be said. */
  abstract openSymbols(realm: string, ownerId: string): Promise<readonly string[] | Refusal>;
}
