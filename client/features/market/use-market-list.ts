import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CurrencyView, InstrumentView, TickerView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { catalogueName } from '../../market/instruments';
import { tickersNow } from '../../market/tickers';
import { searchable } from './market-list';

type Searched = Pick<InstrumentView, 'symbol' | 'base' | 'name'> & { class: CurrencyView['class'] };

/**
 * What an instrument is found by: symbol and name, and in the reader's language its class and the currencies and metals behind
 * its code (`ユーロ` finds EUR/USD, `oro` finds gold).
 */
export function useSearchText(): (instrument: Searched) => string {
  const { t } = useTranslation('market');
  const { tag } = useFormat();
  return useMemo(() => {
    const names = new Intl.DisplayNames(tag, { type: 'currency', fallback: 'none' });
    const texts = new Map<string, string>();
    const make = (instrument: Searched): string => {
      const { symbol, base, name, class: kind } = instrument;
      const codes = kind === 'forex' || kind === 'metals' ? (base.match(/[A-Z]{3}/g) ?? []) : [];
      return searchable(
        [
          symbol,
          name,
          catalogueName(instrument),
          t(`category.${kind === 'stablecoin' ? 'crypto' : kind}`),
          ...codes.map((code) => names.of(code) ?? ''),
        ].join(' '),
      );
    };
    return (instrument) => {
      const known = texts.get(instrument.symbol) ?? make(instrument);
      texts.set(instrument.symbol, known);
      return known;
    };
  }, [t, tag]);
}

/** The figures to sort by, refreshed at intervals: a list that reorders with every tick is unreadable. */
export function useTickersEvery(ms: number, wanted: boolean): ReadonlyMap<string, TickerView> {
  const [tickers, setTickers] = useState<ReadonlyMap<string, TickerView>>(() => new Map(tickersNow()));
  useEffect(() => {
    if (!wanted) return;
    const take = () => setTickers(new Map(tickersNow()));
    take();
    const timer = setInterval(take, ms);
    return () => clearInterval(timer);
  }, [ms, wanted]);
  return tickers;
}
