import { Suspense, lazy } from 'react';
import { useSearchParams } from 'react-router-dom';
import { Skeleton } from '../../ui/states';
import { MarketList } from './MarketList';

const InstrumentPage = lazy(() => import('./InstrumentPage'));

/** `/market` lists what is traded; `/market?symbol=BTCUSDT` is one instrument's own page. */
export default function MarketScreen() {
  const [search] = useSearchParams();
  const symbol = search.get('symbol');
  if (symbol === null) return <MarketList />;
  return (
    <Suspense fallback={<Skeleton rows={12} height={32} />}>
      <InstrumentPage key={symbol} symbol={symbol} />
    </Suspense>
  );
}
