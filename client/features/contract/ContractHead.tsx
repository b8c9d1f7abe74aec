import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { ContractsView, ContractView } from '../../../contracts/contract.contract';
import { getFunding } from '../../../contracts/funding.calls';
import type { InstrumentView } from '../../../contracts/market.contract';
import { pathOf } from '../../app/routes';
import { api } from '../../lib/api';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { countdownText } from '../../market/chart/countdown';
import { useContractTicker } from '../../market/contract-tickers';
import { marketKeys } from '../../market/keys';
import { ProductSwitch } from '../../market/ProductSwitch';
import { SymbolBar } from '../../market/SymbolBar';
import { useTape } from '../../market/tape-store';
import { Amount, Change, Price } from '../../ui/numbers';
import { PATH, type TerminalProps } from './terminal';
import { useFundBalance } from './use-insurance-fund';
import styles from './Terminal.module.css';

const MINUTE = 60_000;

type HeadProps = Pick<TerminalProps, 'underlying' | 'contract' | 'view' | 'book'>;

/** Which contract this is, its prices, what it costs to hold, and how much is open. */
export function ContractHead({ underlying, contract, view, book, children }: HeadProps & { children: ReactNode }) {
  return (
    <SymbolBar
      instrument={underlying}
      path={PATH}
      day={
        <>
          <ContractPicker contract={contract} view={view} />
          <Last book={book} />
          <dl className={styles.figures} tabIndex={0}>
            <Figures contract={contract} book={book} />
          </dl>
        </>
      }
    >
      <ProductSwitch symbol={underlying.symbol} current="contracts" />
      {children}
    </SymbolBar>
  );
}

export function PhoneHead({ underlying, contract, view, book }: HeadProps) {
  return (
    <>
      <SymbolBar instrument={underlying} path={PATH} day={<Last book={book} />} />
      <ProductSwitch symbol={underlying.symbol} current="contracts" wide />
      <div className={styles.phoneRow}>
        <ContractPicker contract={contract} view={view} />
        <dl className={styles.figures} tabIndex={0}>
          <Figures contract={contract} book={book} />
        </dl>
      </div>
    </>
  );
}

/** The tape is live, so it has the newest price, in the colour of the side that took it. */
function Last({ book }: { book: InstrumentView }) {
  const ticker = useContractTicker(book.symbol);
  const price = useTape(({ trades }) => trades?.[0]?.price ?? null) ?? ticker?.last ?? null;
  const side = useTape(({ trades }) => trades?.[0]?.side ?? null);
  return (
    <>
      <b className={cx(styles.last, side === 'buy' && 'up', side === 'sell' && 'down')} data-testid="last-price">
        {price === null ? '–' : <Price value={price} decimals={book.priceDecimals} />}
      </b>
      <span data-testid="contract-change">{ticker ? <Change value={ticker.changePct} /> : '–'}</span>
    </>
  );
}

/** How a contract is called beside its underlying: what never delivers, or the day on which it does. */
export function useContractTerm(): (contract: Pick<ContractView, 'deliversAt'>) => string {
  const { t } = useTranslation('contract');
  const format = useFormat();
  return ({ deliversAt }) =>
    deliversAt === null ? t('kind.perpetual') : t('kind.on', { day: format.day(deliversAt) });
}

function ContractPicker({ contract, view }: { contract: ContractView; view: ContractsView }) {
  const { t } = useTranslation('contract');
  const go = useNavigate();
  const termOf = useContractTerm();
  return (
    <select
      className={styles.picker}
      aria-label={t('picker')}
      value={contract.symbol}
      onChange={(event) => void go(`${PATH}?symbol=${encodeURIComponent(event.target.value)}`)}
    >
      {view.contracts.map((each) => (
        <option key={each.symbol} value={each.symbol}>
          {termOf(each)}
        </option>
      ))}
    </select>
  );
}

function Figures({ contract, book }: { contract: ContractView; book: InstrumentView }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const price = (text: string | null) => (text === null ? '–' : <Price value={text} decimals={book.priceDecimals} />);
  return (
    <>
      <Figure name={t('head.mark')}>
        <span data-testid="mark-price">{price(contract.markPrice)}</span>
      </Figure>
      {contract.deliversAt === null ? (
        <FundingFigure contract={contract} />
      ) : (
        <DeliveryFigure at={contract.deliversAt} />
      )}
      <Figure name={t('head.index')}>{price(contract.indexPrice)}</Figure>
      <BasisFigure book={book} />
      <Figure name={t('head.openInterest', { asset: book.base })}>
        <span className="up">{format.compact(contract.openLong)}</span> /{' '}
        <span className="down">{format.compact(contract.openShort)}</span>
      </Figure>
      <DayFigures book={book} />
      <FundFigure />
    </>
  );
}

/** How far the mark stands above the index. */
function BasisFigure({ book }: { book: InstrumentView }) {
  const { t } = useTranslation('contract');
  const basis = useContractTicker(book.symbol)?.basis;
  return (
    <Figure name={t('head.basis')}>
      <span data-testid="contract-basis">
        {basis === undefined ? '–' : <Amount value={basis} decimals={book.priceDecimals} signed />}
      </span>
    </Figure>
  );
}

/** The range of the contract's own last 24 hours. */
function DayFigures({ book }: { book: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const ticker = useContractTicker(book.symbol);
  const price = (text: string | null | undefined) => (text == null ? '–' : format.decimal(text, book.priceDecimals));
  return (
    <>
      <Figure name={t('day.high')}>
        <span data-testid="contract-high">{price(ticker?.high24h)}</span>
      </Figure>
      <Figure name={t('day.low')}>
        <span data-testid="contract-low">{price(ticker?.low24h)}</span>
      </Figure>
    </>
  );
}

/** What longs pay shorts at the end of this interval, as far as it is known, and when that is. */
function FundingFigure({ contract }: { contract: ContractView }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const symbol = contract.underlying;
  const { data } = useQuery({
    queryKey: marketKeys.funding(symbol),
    queryFn: () => api.call(getFunding, { symbol }),
    refetchInterval: MINUTE,
  });
  return (
    <Figure name={t('head.funding')}>
      {data === undefined ? '–' : `≈ ${format.share(data.predictedRate, 4)} / `}
      {data?.nextFundingAt ? <Countdown at={data.nextFundingAt} /> : '–'}
    </Figure>
  );
}

/** What pays for liquidations beyond their margins; its page has the history. */
function FundFigure() {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { data } = useFundBalance();
  return (
    <Figure name={t('head.fund')}>
      <Link to={pathOf('insuranceFund')}>{data === undefined ? '–' : format.compact(data.balance)}</Link>
    </Figure>
  );
}

function DeliveryFigure({ at }: { at: number }) {
  const { t } = useTranslation('contract');
  return (
    <Figure name={t('head.delivery')}>
      <Countdown at={at} />
    </Figure>
  );
}

function Countdown({ at }: { at: number }) {
  const now = useNow(1000);
  return (
    <span role="timer" aria-live="off">
      {countdownText(at - now)}
    </span>
  );
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
