import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import type { ContractsView, ContractView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { symbolKind } from '../../../shared/contract-symbol';
import { pathOf } from '../../app/routes';
import { ScreenSkeleton } from '../../app/ScreenSkeleton';
import { useMedia } from '../../lib/use-media';
import { useChartActions } from '../../market/actions';
import { useAlertLines } from '../../market/alerts';
import { useBookFeed } from '../../market/book-store';
import { ChosenInstrument, usePriceInTitle } from '../../market/ChosenInstrument';
import { useTapeFeed } from '../../market/tape-store';
import { useTickerFeed } from '../../market/tickers';
import { OrderNews } from '../../orders/OrderNews';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable } from '../../ui/states';
import { DesktopTerminal } from './DesktopTerminal';
import { PhoneTerminal } from './PhoneTerminal';
import { PATH } from './terminal';
import { useChartTrading } from './use-chart-trading';
import { useContractInstrument, useContracts } from './use-contracts';

/** Gold. */
const FIRST_SYMBOL = 'XAUUSDT';

/** `/preciousMetal`: the contract of the query (`?symbol=BTCUSDT-PERP`), or the perpetual one of an instrument. */
export default function ContractScreen() {
  const [search] = useSearchParams();
  // Messages about options lead here too: both products share this address in the specification.
  if (search.get('product') === 'options' || search.get('tab') === 'options') {
    const symbol = search.get('symbol');
    return <Navigate to={`${pathOf('options')}${symbol === null ? '' : `?symbol=${symbol}`}`} replace />;
  }
  return (
    <ChosenInstrument first={FIRST_SYMBOL}>{(instrument) => <Contracts underlying={instrument} />}</ChosenInstrument>
  );
}

function Contracts({ underlying }: { underlying: InstrumentView }) {
  const { t } = useTranslation('contract');
  const [search] = useSearchParams();
  const query = useContracts(underlying.symbol);
  const wanted = search.get('symbol')?.toUpperCase();
  return (
    <Loadable
      query={query}
      skeleton={<ScreenSkeleton />}
      isEmpty={({ contracts }) => contracts.length === 0}
      empty={
        <Empty text={t('none', { symbol: underlying.symbol })}>
          <ButtonLink to={`/currencyTrade?symbol=${underlying.symbol}`}>{t('toSpot')}</ButtonLink>
        </Empty>
      }
    >
      {(view) => {
        const found = view.contracts.find(({ symbol }) => symbol === wanted);
        if (found === undefined && wanted !== undefined && symbolKind(wanted) !== 'instrument')
          return <Ended symbol={wanted} others={view.contracts} />;
        const contract = found ?? view.contracts[0];
        return contract && <Terminal key={contract.symbol} {...{ underlying, contract, view }} />;
      }}
    </Loadable>
  );
}

/** Delivered, delisted or never there: another contract opens by the reader's own click. */
function Ended({ symbol, others }: { symbol: string; others: readonly ContractView[] }) {
  const { t } = useTranslation('contract');
  const kind = symbolKind(symbol);
  const next = others.find((each) => each.kind === kind) ?? others[0];
  return (
    <Empty text={t('ended', { symbol })}>
      {next && <ButtonLink to={`${PATH}?symbol=${next.symbol}`}>{t('toContract', { symbol: next.symbol })}</ButtonLink>}
    </Empty>
  );
}

interface TerminalOf {
  underlying: InstrumentView;
  contract: ContractView;
  view: ContractsView;
}

function Terminal({ underlying, contract, view }: TerminalOf) {
  const book = useContractInstrument(underlying, contract);
  useTickerFeed([underlying.symbol]);
  useBookFeed(contract.symbol);
  useTapeFeed(contract.symbol);
  usePriceInTitle(book);
  const phone = useMedia('(max-width: 899px)');
  const { lines, own, trading } = useChartTrading(contract, book);
  const alerts = useAlertLines(underlying.symbol);
  const actions = useChartActions(underlying);
  const props = { underlying, contract, view, book, lines: [...lines, ...alerts], own, actions, trading };
  return (
    <>
      {phone ? <PhoneTerminal {...props} /> : <DesktopTerminal {...props} />}
      <OrderNews />
    </>
  );
}
