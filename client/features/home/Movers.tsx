import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getMovers } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import type { InstrumentView, MoversView, TickerView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useMedia } from '../../lib/use-media';
import { useSomeInstruments } from '../../market/instruments';
import { Logo } from '../../market/Logo';
import { marketKeys } from '../../market/keys';
import { useTicker, useTickerFeed } from '../../market/tickers';
import { Change, Price } from '../../ui/numbers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import styles from './Movers.module.css';

const LISTS = ['gainers', 'losers', 'turnover'] as const;
type List = (typeof LISTS)[number];
const ROWS = 5;
const ANEW_MS = 15_000;

/** The largest moves of 24 hours. The selection is refetched at intervals; its figures are live. */
export function Movers() {
  const { t } = useTranslation('home');
  const phone = useMedia('(max-width: 899px)');
  const [list, setList] = useState<List>('gainers');
  const movers = useQuery({
    queryKey: marketKeys.movers(),
    queryFn: () => api.call(getMovers, { limit: ROWS }),
    refetchInterval: ANEW_MS,
  });
  const shown = phone ? [list] : LISTS;
  const symbols = movers.data ? [...new Set(shown.flatMap((each) => symbolsOf(movers.data[each])))] : [];
  useTickerFeed(symbols);
  const instruments = useSomeInstruments({ symbols: [...symbols].sort().join(',') }).data ?? [];
  return (
    <section className={styles.movers} aria-labelledby="movers">
      <h2 id="movers">{t('movers.title')}</h2>
      {phone && (
        <Tabs
          look="chips"
          label={t('movers.title')}
          controls="mover-lists"
          value={list}
          onChange={setList}
          tabs={LISTS.map((value) => ({ value, label: t(`movers.${value}`) }))}
        />
      )}
      <div className={styles.lists} id="mover-lists">
        {shown.map((name) => (
          <Panel key={name} {...{ name, movers, instruments }} titled={!phone} />
        ))}
      </div>
    </section>
  );
}

interface PanelProps {
  name: List;
  movers: { data: MoversView | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  instruments: readonly InstrumentView[];
  titled: boolean;
}

function Panel({ name, movers, instruments, titled }: PanelProps) {
  const { t } = useTranslation('home');
  return (
    <div className={styles.panel}>
      {titled && <h3>{t(`movers.${name}`)}</h3>}
      <Loadable
        query={movers}
        skeleton={<Skeleton rows={ROWS} height={38} />}
        isEmpty={(data) => data[name].length === 0}
        empty={<Empty text={t('movers.none')} />}
      >
        {(data) => (
          <ol>
            {data[name].map((ticker) => (
              <Mover
                key={ticker.symbol}
                then={ticker}
                instrument={instruments.find(({ symbol }) => symbol === ticker.symbol)}
                byTurnover={name === 'turnover'}
              />
            ))}
          </ol>
        )}
      </Loadable>
    </div>
  );
}

interface MoverProps {
  then: TickerView;
  instrument: InstrumentView | undefined;
  byTurnover: boolean;
}

function Mover({ then, instrument, byTurnover }: MoverProps) {
  const format = useFormat();
  const ticker = useTicker(then.symbol) ?? then;
  return (
    <li>
      <Link to={`/market?symbol=${encodeURIComponent(then.symbol)}`} className={styles.mover}>
        <span className={styles.name}>
          <Logo base={instrument?.base ?? then.symbol.replace(/USDT$/, '')} size={28} />
          <b>{instrument?.base ?? then.symbol}</b>
          <small>{instrument?.name}</small>
        </span>
        <Price value={ticker.last} decimals={instrument?.priceDecimals ?? decimalsOf(ticker.last)} />
        <span className={styles.figure}>
          {byTurnover ? format.compact(ticker.quoteVolume24h) : <Change value={ticker.changePct} pill />}
        </span>
      </Link>
    </li>
  );
}

const symbolsOf = (tickers: readonly TickerView[]): string[] => tickers.map(({ symbol }) => symbol);
const decimalsOf = (text: string): number => text.split('.')[1]?.length ?? 0;
