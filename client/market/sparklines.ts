import { getSparklines } from '../../contracts/market.calls';
import { api } from '../lib/api';
import { useEffect } from 'react';
import { create } from 'zustand';

const HOUR_MS = 3_600_000;
/** A scrolled list fetches once it rests. */
const REST_MS = 150;
const ASKED_AT_ONCE = 100;

interface Curve {
  hour: number;
  closes: readonly string[];
}

const useCurves = create<Record<string, Curve>>(() => ({}));
const asked = new Map<string, number>();
const hourNow = (): number => Math.floor(Date.now() / HOUR_MS);

/** Fetches the small curves of these symbols, those that are missing or older than the hour, in one call. */
export function useSparklineFeed(symbols: readonly string[]): void {
  const key = symbols.join(',');
  useEffect(() => {
    const timer = setTimeout(() => void fetchMissing(key.split(',').filter(Boolean)), REST_MS);
    return () => clearTimeout(timer);
  }, [key]);
}

const NONE: readonly string[] = [];

/** Hourly closes of the last day, oldest first; empty until they are there. */
export const useSparkline = (symbol: string): readonly string[] =>
  useCurves((curves) => curves[symbol]?.closes ?? NONE);

async function fetchMissing(symbols: string[]): Promise<void> {
  const hour = hourNow();
  const missing = symbols.filter((symbol) => asked.get(symbol) !== hour);
  for (let at = 0; at < missing.length; at += ASKED_AT_ONCE) {
    const some = missing.slice(at, at + ASKED_AT_ONCE);
    for (const symbol of some) asked.set(symbol, hour);
    try {
      const curves = await api.call(getSparklines, { symbols: some.join(',') });
      useCurves.setState(Object.fromEntries(curves.map(({ symbol, closes }) => [symbol, { hour, closes }])));
    } catch {
      // Decoration: the figures beside it stand without it, and the next render of the list retries.
      for (const symbol of some) asked.delete(symbol);
    }
  }
}
