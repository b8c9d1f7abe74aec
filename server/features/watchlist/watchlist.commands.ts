import { z } from 'zod';
import { WATCHLIST_COLUMNS, type WatchlistCreatedView } from '../../../contracts/watchlist.contract.js';
import { HouseCommand, type BodyOf, type DataOf } from '../../core/command.js';
import { sealed } from '../../core/command-schemas.js';

const ofWatchlist = z.object({ userId: z.string(), ownerId: z.string(), watchlistId: z.string() });
const name = z.object({ sealed, fingerprint: z.string() });
const columns = z.array(z.enum(WATCHLIST_COLUMNS));
const symbols = z.array(z.string());

const createWatchlist = ofWatchlist.extend({ name, columns, symbols });
export class CreateWatchlist extends HouseCommand<DataOf<typeof createWatchlist>, WatchlistCreatedView> {
  static readonly type = 'CreateWatchlist';
  static readonly schema = createWatchlist;
}

const changeWatchlist = ofWatchlist.extend({ name: name.nullable(), columns: columns.nullable() });
export class ChangeWatchlist extends HouseCommand<DataOf<typeof changeWatchlist>, null> {
  static readonly type = 'ChangeWatchlist';
  static readonly schema = changeWatchlist;
}

export class RemoveWatchlist extends HouseCommand<DataOf<typeof ofWatchlist>, null> {
  static readonly type = 'RemoveWatchlist';
  static readonly schema = ofWatchlist;
}

const starInstruments = ofWatchlist.extend({ symbols, place: z.int().nullable() });
export class StarInstruments extends HouseCommand<DataOf<typeof starInstruments>, null> {
  static readonly type = 'StarInstruments';
  static readonly schema = starInstruments;
}

const unstarInstrument = ofWatchlist.extend({ symbol: z.string() });
export class UnstarInstrument extends HouseCommand<DataOf<typeof unstarInstrument>, null> {
  static readonly type = 'UnstarInstrument';
  static readonly schema = unstarInstrument;
}

export type WatchlistCommand = BodyOf<
  | typeof CreateWatchlist
  | typeof ChangeWatchlist
  | typeof RemoveWatchlist
  | typeof StarInstruments
  | typeof UnstarInstrument
>;
