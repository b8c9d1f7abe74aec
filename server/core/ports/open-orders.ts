import type { Refusal } from '../refusal.js';

/** Where an owner has open orders. */
export abstract class OpenOrders {
  /** The symbols of those books of a product, as of now or later; refused as unavailable while the read model is behind. */
  abstract openSymbols(realm: string, ownerId: string, product: string): Promise<readonly string[] | Refusal>;
}
