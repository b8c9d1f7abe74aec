import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { InstrumentView } from '../../contracts/market.contract';
import { ScreenSkeleton } from '../app/ScreenSkeleton';
import { useBrand } from '../app/brand';
import { useFormat } from '../lib/format';
import { ButtonLink } from '../ui/Button';
import { Empty, Loadable } from '../ui/states';
import { useInstruments } from './instruments';
import { underlyingOf } from '../../shared/contract-symbol';
import { tickersNow } from './tickers';

const TITLE_MS = 1000;

interface ChosenInstrumentProps {
  /** What the query string need not name. */
  first: string;
  children: (instrument: InstrumentView) => ReactNode;
}

/**
 * The instrument of the query string (`?symbol=`) for a terminal, once the catalogue is here; or that there is no such one. A contract
 * leads to its underlying.
 */
export function ChosenInstrument({ first, children }: ChosenInstrumentProps) {
  const { t } = useTranslation('spot');
  const [search] = useSearchParams();
  const wanted = search.get('symbol')?.toUpperCase() ?? first;
  const instruments = useInstruments();
  return (
    <Loadable query={instruments} skeleton={<ScreenSkeleton />}>
      {(all) => {
        const instrument = all.find((each) => each.symbol === underlyingOf(wanted));
        if (instrument) return children(instrument);
        return (
          <Empty text={t('unknownSymbol', { symbol: wanted })}>
            <ButtonLink to="/market">{t('picker.title')}</ButtonLink>
          </Empty>
        );
      }}
    </Loadable>
  );
}

/** The price in the browser's tab, once a second, for who watches it from another one. */
export function usePriceInTitle({ symbol, base, quote, priceDecimals }: InstrumentView): void {
  const format = useFormat();
  const { name } = useBrand();
  useEffect(() => {
    const show = () => {
      const last = tickersNow().get(symbol)?.last;
      const price = last === undefined ? '' : `${format.decimal(last, priceDecimals)} `;
      document.title = `${price}${base}/${quote} · ${name}`;
    };
    show();
    const timer = setInterval(show, TITLE_MS);
    return () => clearInterval(timer);
  }, [symbol, base, quote, priceDecimals, format, name]);
}
