import type { PositionSide } from '../../../../shared/margin.js';
import type { FactsOf, RecordedEvent } from '../../../core/event.js';
import { declareEventTypes } from '../../../engine/history/event-types.js';

/** The fund was given what the policy says, less what it was given before. Amounts in USDT. */
export interface InsuranceFundGranted {
  readonly amount: string;
  /** All grants so far. */
  readonly granted: string;
  readonly balance: string;
  readonly policy: { readonly name: string; readonly version: number };
}

/** What a liquidation left to the fund, or cost it below zero. Names nobody: the history of the fund is public. */
export interface InsuranceFundMoved {
  readonly symbol: string;
  readonly side: PositionSide;
  readonly beat: number;
  readonly lots: number;
  /** The lots left their owner at this bankruptcy price, */
  readonly price: string;
  /** and agents took them at this one. */
  readonly markPrice: string;
  readonly amount: string;
  readonly balance: string;
}

/** Stream `insurance-<realm>`, realms demo and real. */
export type InsuranceEvent =
  | RecordedEvent<'InsuranceFundGranted', InsuranceFundGranted>
  | RecordedEvent<'InsuranceFundMoved', InsuranceFundMoved>;
export type InsuranceFacts = FactsOf<InsuranceEvent>;

export const insuranceEvents = declareEventTypes(
  { type: 'InsuranceFundGranted', schema: 1 },
  { type: 'InsuranceFundMoved', schema: 1 },
);
