import { Suspense, lazy, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getInstrumentDetail } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import type { InstrumentDetailView, InstrumentView } from '../../../contracts/market.contract';
import { useBrand } from '../../app/brand';
import { Part } from '../../app/Part';
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '../../lib/format';
import { CorporateActions, useChartActions } from '../../market/actions';
import { AlertButton, useAlertLines } from '../../market/alerts';
import { useBookFeed } from '../../market/book-store';
import { Logo } from '../../market/Logo';
import { marketKeys } from '../../market/keys';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Change, Price } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { BookPreview } from './BookPreview';
import { Commitment } from './Commitment';
import { Funding } from './Funding';
import { IndexAndMark } from './IndexAndMark';
import { Listing } from './Listing';
import { Sessions } from './Sessions';
import { Specification } from './Specification';
import { Star } from './MarketRow';
import { Volatility } from './Volatility';
import { tradeOf } from './market-cells';
import styles from './InstrumentPage.module.css';

const ChartPanel = lazy(() => import('../../market/chart/ChartPanel').then((made) => ({ default: made.ChartPanel })));
const MINUTE = 60_000;

/** One instrument: its price and chart, when it trades, by which rules, and what binds its prices. */
export default function InstrumentPage({ symbol }: { symbol: string }) {
  const { t } = useTranslation('market');
  const detail = useQuery({
    queryKey: marketKeys.detail(symbol),
    queryFn: () => api.call(getInstrumentDetail, { symbol }),
    refetchInterval: MINUTE,
  });
  useEffect(() => {
    void scrollTo(0, 0);
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [symbol]);
  return (
    <div className={styles.page}>
      <nav className={styles.back} aria-label={t('breadcrumb')}>
        <Link to="/market">{t('title')}</Link>
        <Icon name="right" size={14} />
        <span aria-current="page">{detail.data?.instrument.name ?? symbol}</span>
      </nav>
      <Loadable query={detail} skeleton={<Waiting />}>
        {(view) => <Body detail={view} />}
      </Loadable>
    </div>
  );
}

function Body({ detail }: { detail: InstrumentDetailView }) {
  const { instrument } = detail;
  useTickerFeed([instrument.symbol]);
  useBookFeed(instrument.symbol);
  usePriceInTitle(instrument);
  const lines = useAlertLines(instrument.symbol);
  const actions = useChartActions(instrument);
  return (
    <>
      <Head instrument={instrument} />
      <div className={styles.columns}>
        <div className={styles.main}>
          <div className={styles.chart}>
            <Suspense fallback={<Skeleton rows={9} height={34} />}>
              <ChartPanel instrument={instrument} lines={lines} actions={actions} />
            </Suspense>
          </div>
          <Commitment />
        </div>
        <div className={styles.side}>
          <Sessions detail={detail} />
          <IndexAndMark instrument={instrument} />
          <BookPreview instrument={instrument} />
          {instrument.delistedAt === null && <Part name="comingBrackets" given={{ underlying: instrument.symbol }} />}
          {instrument.delistedAt === null && <Funding instrument={instrument} />}
          {instrument.delistedAt === null && <Volatility instrument={instrument} />}
          <Suspense fallback={null}>
            <CorporateActions instrument={instrument} />
          </Suspense>
          <Listing detail={detail} />
          <Specification detail={detail} />
        </div>
      </div>
    </>
  );
}

function Head({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const ticker = useTicker(instrument.symbol);
  const { symbol, base, quote, name, priceDecimals, delistedAt } = instrument;
  const price = (text: string | undefined) => (text === undefined ? '–' : format.decimal(text, priceDecimals));
  const figures = [
    ['high', price(ticker?.high24h)],
    ['low', price(ticker?.low24h)],
    ['volume', ticker ? format.compact(ticker.volume24h) : '–'],
    ['turnover', ticker ? format.compact(ticker.quoteVolume24h) : '–'],
  ] as const;
  return (
    <header className={styles.head}>
      <div className={styles.title}>
        <Star symbol={symbol} />
        <h1>
          <Logo base={base} size={28} />
          {base}
          <small>/{quote}</small>
        </h1>
        <p>
          {name} · {t(`category.${instrument.class}`)}
        </p>
        {delistedAt !== null && <p>{t('actions.delisted', { at: format.shortDateTime(delistedAt) })}</p>}
      </div>
      <p className={styles.price}>
        <b data-testid="last-price">{ticker ? <Price value={ticker.last} decimals={priceDecimals} /> : '–'}</b>
        <span>{ticker ? <Change value={ticker.changePct} /> : '–'}</span>
      </p>
      <dl>
        {figures.map(([key, value]) => (
          <div key={key}>
            <dt>{t(`figure.${key}`, { asset: key === 'volume' ? base : quote })}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {delistedAt === null && <Ways symbol={symbol} />}
    </header>
  );
}

/** What can be done with an instrument that is traded. */
function Ways({ symbol }: { symbol: string }) {
  const { t } = useTranslation('market');
  return (
    <div className={styles.ways}>
      <AlertButton symbol={symbol} className={styles.alert}>
        {t('setAlert')}
      </AlertButton>
      <ButtonLink to={tradeOf(symbol, 'coins')}>{t('tradeSpot')}</ButtonLink>
      <ButtonLink to={tradeOf(symbol, 'options')} kind="plain">
        {t('tradeOption')}
      </ButtonLink>
    </div>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <Skeleton rows={1} height={56} />
      <Skeleton rows={10} height={34} />
    </div>
  );
}

/** The price in the browser's tab, for who watches it from another one. */
function usePriceInTitle({ symbol, base, quote, priceDecimals }: InstrumentView): void {
  const { name } = useBrand();
  const format = useFormat();
  const last = useTicker(symbol)?.last;
  const { t } = useTranslation('market');
  useEffect(() => {
    const price = last === undefined ? '' : `${format.decimal(last, priceDecimals)} `;
    document.title = `${price}${base}/${quote} · ${name}`;
    return () => void (document.title = `${t('title')} · ${name}`);
  }, [last, base, quote, priceDecimals, format, name, t]);
}
