import type { InstrumentView } from '../../../contracts/market.contract';
import { useMedia } from '../../lib/use-media';
import { ChosenInstrument, usePriceInTitle } from '../../market/ChosenInstrument';
import { useBookFeed } from '../../market/book-store';
import { useTapeFeed } from '../../market/tape-store';
import { useTickerFeed } from '../../market/tickers';
import { DesktopTerminal } from './DesktopTerminal';
import { OrderNews } from '../../orders/OrderNews';
import { PhoneTerminal } from './PhoneTerminal';
import { useChartActions } from '../../market/actions';
import { useAlertLines } from '../../market/alerts';
import { useChartTrading } from './use-chart-trading';

const FIRST_SYMBOL = 'BTCUSDT';

/** The spot terminal of the symbol in the query. */
export default function SpotScreen() {
  return (
    <ChosenInstrument first={FIRST_SYMBOL}>{(instrument) => <Terminal instrument={instrument} />}</ChosenInstrument>
  );
}

function Terminal({ instrument }: { instrument: InstrumentView }) {
  useTickerFeed([instrument.symbol]);
  useBookFeed(instrument.symbol);
  useTapeFeed(instrument.symbol);
  usePriceInTitle(instrument);
  const phone = useMedia('(max-width: 899px)');
  const { lines, own, trading } = useChartTrading(instrument);
  const alerts = useAlertLines(instrument.symbol);
  const actions = useChartActions(instrument);
  const props = { instrument, lines: [...lines, ...alerts], own, actions, trading };
  return (
    <>
      {phone ? <PhoneTerminal {...props} /> : <DesktopTerminal {...props} />}
      <OrderNews />
    </>
  );
}
