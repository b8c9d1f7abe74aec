import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useSomeInstruments } from '../../market/instruments';
import { Logo } from '../../market/Logo';
import { useSparklineFeed } from '../../market/sparklines';
import { Sparkline } from '../../market/Sparkline';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { Change, Price } from '../../ui/numbers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { mixed, SHOWN } from './popular';
import styles from './HotPairs.module.css';

/** The page shows a few of thousands, and fetches those. */
const HOT = { hot: 'true' } as const;

/** The hot pairs of the catalogue, one a class at least, with prices as they move. */
export function HotPairs() {
  const { t } = useTranslation('home');
  const instruments = useSomeInstruments(HOT);
  const hot = useMemo(() => mixed(instruments.data ?? []), [instruments.data]);
  const symbols = hot.map((each) => each.symbol);
  useTickerFeed(symbols);
  useSparklineFeed(symbols);
  return (
    <section className={cx('home-pairs', styles.panel)} aria-labelledby="hot-pairs">
      <header>
        <h2 id="hot-pairs">{t('hot.title')}</h2>
        <Link to="/market">{t('hot.all')}</Link>
      </header>
      <Loadable
        query={instruments}
        skeleton={<Skeleton rows={SHOWN} height={46} />}
        isEmpty={() => hot.length === 0}
        empty={<Empty text={t('hot.empty')} />}
      >
        {() => (
          <ul>
            {hot.map((each) => (
              <HotPair key={each.symbol} instrument={each} />
            ))}
          </ul>
        )}
      </Loadable>
    </section>
  );
}

function HotPair({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('home');
  const ticker = useTicker(instrument.symbol);
  return (
    <li>
      <Link to={`/market?symbol=${encodeURIComponent(instrument.symbol)}`} className={styles.pair}>
        <span className={styles.name}>
          <Logo base={instrument.base} size={28} />
          <b>
            {instrument.base}
            {!instrument.session.open && <span className={styles.closed}>{t('hot.closed')}</span>}
          </b>
          <small>{instrument.name}</small>
        </span>
        <Sparkline symbol={instrument.symbol} ticker={ticker} />
        <span className={styles.figures}>
          {ticker ? <Price value={ticker.last} decimals={instrument.priceDecimals} /> : <span>–</span>}
          <small>{ticker ? <Change value={ticker.changePct} /> : '–'}</small>
        </span>
      </Link>
    </li>
  );
}
