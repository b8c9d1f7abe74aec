import { createContext, useContext } from 'react';
import type { ContractTickerView } from '../../../contracts/own-ticker.calls';
import type { InstrumentView } from '../../../contracts/market.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { countdownText } from '../../market/chart/countdown';
import { Change, Price } from '../../ui/numbers';
import type { ContractCell } from './market-cells';
import styles from './MarketTable.module.css';

/** Of the perpetual contracts in sight, by the symbol of their underlying. */
export const PerpetualTickers = createContext<ReadonlyMap<string, ContractTickerView>>(new Map());

/** A cell of the perpetual contract on an instrument. */
export function ContractCellOf({ cell, instrument }: { cell: ContractCell; instrument: InstrumentView }) {
  const ticker = useContext(PerpetualTickers).get(instrument.symbol);
  const look = {
    contractPrice: styles.price,
    contractChange: undefined,
    funding: styles.soft,
    openInterest: styles.soft,
  };
  return (
    <td role="cell" className={cx(styles.number, look[cell])} data-testid={cell}>
      {ticker === undefined ? '–' : <Content {...{ cell, ticker, instrument }} />}
    </td>
  );
}

interface ContentProps {
  cell: ContractCell;
  ticker: ContractTickerView;
  instrument: InstrumentView;
}

function Content({ cell, ticker, instrument }: ContentProps) {
  const format = useFormat();
  switch (cell) {
    case 'contractPrice':
      return <Price value={ticker.last} decimals={instrument.priceDecimals} />;
    case 'contractChange':
      return <Change value={ticker.changePct} pill />;
    case 'openInterest':
      return format.compact(ticker.openInterest);
    case 'funding':
      return <Funding ticker={ticker} />;
  }
}

function Funding({ ticker: { fundingRate, nextFundingAt } }: { ticker: ContractTickerView }) {
  const format = useFormat();
  const now = useNow(1000);
  if (fundingRate === null) return '–';
  return (
    <>
      ≈ {format.share(fundingRate, 4)}
      {nextFundingAt !== null && ` / ${countdownText(nextFundingAt - now)}`}
    </>
  );
}
