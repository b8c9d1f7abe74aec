import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getMovers } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import type { MoversView, TickerView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useMedia } from '../../lib/use-media';
import { useInstrument } from '../../market/instruments';
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
  useTickerFeed(movers.data ? [...new Set(shown.flatMap((each) => symbolsOf(movers.data[each])))] : []);
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
          <Panel key={name} name={name} movers={movers} titled={!phone} />
        ))}
      </div>
    </section>
  );
}

interface PanelProps {
  name: List;
  movers: { data: MoversView | undefined; isPending: boolean; error: unknown; refetch: () => unknown };
  titled: boolean;
}

function Panel({ name, movers, titled }: PanelProps) {
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
              <Mover key={ticker.symbol} then={ticker} byTurnover={name === 'turnover'} />
            ))}
          </ol>
        )}
      </Loadable>
    </div>
  );
}

function Mover({ then, byTurnover }: { then: TickerView; byTurnover: boolean }) {
  const format = useFormat();
  const instrument = useInstrument(then.symbol);
  const ticker = useTicker(then.symbol) ?? then;
  return (
    <li>
      <Link to={`/market?symbol=${encodeURIComponent(then.symbol)}`} className={styles.mover}>
        <span className={styles.name}>
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
