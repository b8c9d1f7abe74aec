import { getSparklines } from '../../contracts/market.calls';
import { api } from '../lib/api';
import { useSession } from '../lib/session';
import { useEffect } from 'react';
import { create } from 'zustand';

const HOUR_MS = 3_600_000;
/** A scrolled list fetches once it rests. */
const REST_MS = 150;
const SYMBOLS_PER_CALL = 100;

interface Curve {
  hour: number;
  closes: readonly string[];
}

const useCurves = create<Record<string, Curve>>(() => ({}));
const fetchedAt = new Map<string, number>();
// A curve ends in the price of its realm, which another realm does not have.
useSession.subscribe((now, before) => {
  if (now.session?.realm === before.session?.realm) return;
  fetchedAt.clear();
  useCurves.setState({}, true);
});
const hourNow = (): number => Math.floor(Date.now() / HOUR_MS);

/** Fetches the small curves of these symbols, those that are missing or older than the hour, in one call. */
export function useSparklineFeed(symbols: readonly string[]): void {
  const key = symbols.join(',');
  const realm = useSession((state) => state.session?.realm);
  useEffect(() => {
    const timer = setTimeout(() => void fetchMissing(key.split(',').filter(Boolean)), REST_MS);
    return () => clearTimeout(timer);
  }, [key, realm]);
}

const NONE: readonly string[] = [];

/** Hourly closes of the last day, oldest first; empty until they are there. */
export const useSparkline = (symbol: string): readonly string[] =>
  useCurves((curves) => curves[symbol]?.closes ?? NONE);

async function fetchMissing(symbols: string[]): Promise<void> {
  const hour = hourNow();
  const missing = symbols.filter((symbol) => fetchedAt.get(symbol) !== hour);
  for (let at = 0; at < missing.length; at += SYMBOLS_PER_CALL) {
    const some = missing.slice(at, at + SYMBOLS_PER_CALL);
    for (const symbol of some) fetchedAt.set(symbol, hour);
    try {
      const curves = await api.call(getSparklines, { symbols: some.join(',') });
      useCurves.setState(Object.fromEntries(curves.map(({ symbol, closes }) => [symbol, { hour, closes }])));
    } catch {
      // Decoration: the figures beside it stand without it, and the next render of the list retries.
      for (const symbol of some) fetchedAt.delete(symbol);
    }
  }
}
