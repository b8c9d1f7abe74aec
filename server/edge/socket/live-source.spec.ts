import { describe, expect, it } from '@jest/globals';
import { LiveSources } from './live-source.js';

const watching = (...rooms: string[]): LiveSources => {
  const sources = new LiveSources();
  sources.watch(new Map(rooms.map((room) => [room, new Set(['socket'])])));
  return sources;
};

describe('what is watched', () => {
  it('is everything once somebody watches every ticker of a realm', () => {
    const sources = watching('demo/tickers', 'demo/tickers?BTCUSDT', 'socket-1');
    expect(sources.watchedTickers('demo')).toBe('all');
    expect(sources.watchedTickers('real')).toEqual(new Set());
  });

  it('is otherwise what the rooms name together, and nothing of the other realm', () => {
    const sources = watching('demo/tickers?BTCUSDT,ETHUSDT', 'demo/tickers?ETHUSDT,XAUUSDT', 'real/tickers?SPXUSDT');
    expect(sources.watchedTickers('demo')).toEqual(new Set(['BTCUSDT', 'ETHUSDT', 'XAUUSDT']));
    expect(sources.watchedTickers('real')).toEqual(new Set(['SPXUSDT']));
  });

  it('names the books and the tapes by their rooms', () => {
    const sources = watching(
      'demo/book:BTCUSDT',
      'demo/trades:ETHUSDT',
      'real/book:SPXUSDT',
      'demo/candles:BTCUSDT:1m',
    );
    expect(sources.watchedSymbols('demo', 'book')).toEqual(['BTCUSDT']);
    expect(sources.watchedSymbols('demo', 'trades')).toEqual(['ETHUSDT']);
    expect(sources.watchedSymbols('real', 'book')).toEqual(['SPXUSDT']);
  });
});
