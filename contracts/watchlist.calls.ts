import { z } from 'zod';
import { defineCall } from './call.contract.js';
import { commonOnly } from './envelope.contract.js';
import {
  changeWatchlistBody,
  createWatchlistBody,
  removeWatchlistBody,
  starInstrumentsBody,
  unstarInstrumentBody,
  watchlistCreatedView,
  watchlistsView,
} from './watchlist.contract.js';

export const getWatchlists = defineCall({
  method: 'GET',
  path: 'web/getWatchlists',
  access: 'user',
  summary: 'Own watchlists with their instruments and columns, the favourites first.',
  input: commonOnly,
  output: watchlistsView,
});

export const createWatchlist = defineCall({
  method: 'POST',
  path: 'web/createWatchlist',
  access: 'user',
  repeats: 'command',
  summary: 'Makes a watchlist, perhaps with instruments and columns of its own.',
  input: createWatchlistBody,
  output: watchlistCreatedView,
  refusals: ['market.symbol-unknown', 'watchlist.too-many', 'watchlist.name-taken'],
});

export const changeWatchlist = defineCall({
  method: 'POST',
  path: 'web/changeWatchlist',
  access: 'user',
  repeats: 'command',
  summary: 'Gives a watchlist another name or other columns. The favourites keep their name.',
  input: changeWatchlistBody,
  output: z.null(),
  refusals: ['watchlist.not-found', 'watchlist.favourites-stay', 'watchlist.name-taken'],
});

export const removeWatchlist = defineCall({
  method: 'POST',
  path: 'web/removeWatchlist',
  access: 'user',
  repeats: 'command',
  summary: 'Removes a watchlist. The favourites stay.',
  input: removeWatchlistBody,
  output: z.null(),
  refusals: ['watchlist.not-found', 'watchlist.favourites-stay'],
});

export const starInstruments = defineCall({
  method: 'POST',
  path: 'web/starInstruments',
  access: 'user',
  repeats: 'command',
  summary: 'Puts instruments on a watchlist, or moves those that are on it to another place.',
  input: starInstrumentsBody,
  output: z.null(),
  refusals: ['market.symbol-unknown', 'watchlist.not-found', 'watchlist.full'],
});

export const unstarInstrument = defineCall({
  method: 'POST',
  path: 'web/unstarInstrument',
  access: 'user',
  repeats: 'command',
  summary: 'Takes an instrument off a watchlist.',
  input: unstarInstrumentBody,
  output: z.null(),
  refusals: ['watchlist.not-found'],
});
