import type { WatchlistColumn } from '../../../contracts/watchlist.contract.js';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfWatchlist {
  readonly userId: string;
  readonly watchlistId: string;
}

/** A person's own words for a list, and a fingerprint that tells equal words without showing them. */
export interface ListName {
  /** Under the person's key; of a demo account, which has none, under the server's. */
  readonly sealed: Sealed;
  readonly fingerprint: string;
}

export interface WatchlistCreated extends OfWatchlist {
  readonly name: ListName;
  readonly columns: readonly WatchlistColumn[];
  readonly symbols: readonly string[];
}

/** What is `null` stays as it was. */
export interface WatchlistChanged extends OfWatchlist {
  readonly name: ListName | null;
  readonly columns: readonly WatchlistColumn[] | null;
}

export type WatchlistRemoved = OfWatchlist;

/** The instruments stand together at `place` afterwards, counted from 0; those that were there have moved. */
export interface InstrumentsStarred extends OfWatchlist {
  readonly symbols: readonly string[];
  readonly place: number;
}

export interface InstrumentUnstarred extends OfWatchlist {
  readonly symbol: string;
}

/** Stream `watchlist-<userId>`, realms demo and real. */
export type WatchlistEvent =
  | RecordedEvent<'WatchlistCreated', WatchlistCreated>
  | RecordedEvent<'WatchlistChanged', WatchlistChanged>
  | RecordedEvent<'WatchlistRemoved', WatchlistRemoved>
  | RecordedEvent<'InstrumentsStarred', InstrumentsStarred>
  | RecordedEvent<'InstrumentUnstarred', InstrumentUnstarred>;

export const watchlistEvents = declareEventTypesWith(
  { watchlistId: 'none' },
  { type: 'WatchlistCreated', schema: 1 },
  { type: 'WatchlistChanged', schema: 1 },
  { type: 'WatchlistRemoved', schema: 1 },
  { type: 'InstrumentsStarred', schema: 1 },
  { type: 'InstrumentUnstarred', schema: 1 },
);
