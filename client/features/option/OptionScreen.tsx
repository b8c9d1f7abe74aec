import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { OpenOptionView } from '../../../contracts/option.contract';
import { useFormat } from '../../lib/format';
import { useMedia } from '../../lib/use-media';
import { useChartActions } from '../../market/actions';
import { useAlertLines } from '../../market/alerts';
import { useBookFeed } from '../../market/book-store';
import type { ChartLine } from '../../market/chart/chart-types';
import { ChartPanel } from '../../market/chart/ChartPanel';
import { ChosenInstrument, usePriceInTitle } from '../../market/ChosenInstrument';
import { ProductSwitch } from '../../market/ProductSwitch';
import { SymbolBar } from '../../market/SymbolBar';
import { useTickerFeed } from '../../market/tickers';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { OptionForm } from './OptionForm';
import { OptionTables } from './OptionTables';
import { OwnTotals } from './OwnTotals';
import { useOpenOptions } from './use-options';
import { useResults } from './use-results';
import styles from './Terminal.module.css';

const FIRST_SYMBOL = 'XAUUSDT';
const PATH = '/optionTrade';

/** `/optionTrade`: options on the symbol in the query, gold first. */
export default function OptionScreen() {
  return (
    <ChosenInstrument first={FIRST_SYMBOL}>{(instrument) => <Terminal instrument={instrument} />}</ChosenInstrument>
  );
}

function Terminal({ instrument }: { instrument: InstrumentView }) {
  useTickerFeed([instrument.symbol]);
  // The depth chart, and the word of a pause that begins without notice.
  useBookFeed(instrument.symbol);
  usePriceInTitle(instrument);
  useResults();
  const phone = useMedia('(max-width: 899px)');
  return phone ? <Phone instrument={instrument} /> : <Desktop instrument={instrument} />;
}

function Desktop({ instrument }: { instrument: InstrumentView }) {
  return (
    <div className={styles.grid}>
      <div className={styles.bar}>
        <SymbolBar instrument={instrument} path={PATH}>
          <ProductSwitch symbol={instrument.symbol} current="options" />
        </SymbolBar>
      </div>
      <div className={styles.chart}>
        <Chart instrument={instrument} />
      </div>
      <div className={styles.side}>
        <div className={styles.fill}>
          <PanelBoundary small>
            <OptionForm key={instrument.symbol} instrument={instrument} />
            <OwnTotals />
          </PanelBoundary>
        </div>
      </div>
      <div className={styles.tables}>
        <div className={styles.fill}>
          <PanelBoundary small>
            <OptionTables />
          </PanelBoundary>
        </div>
      </div>
    </div>
  );
}

function Phone({ instrument }: { instrument: InstrumentView }) {
  return (
    <div className={styles.phone}>
      <div className={styles.phoneBar}>
        <SymbolBar instrument={instrument} path={PATH} />
        <ProductSwitch symbol={instrument.symbol} current="options" wide />
      </div>
      <div className={styles.phoneChart}>
        <Chart instrument={instrument} />
      </div>
      <PanelBoundary small>
        <OptionForm key={instrument.symbol} instrument={instrument} />
      </PanelBoundary>
      <PanelBoundary small>
        <OwnTotals />
      </PanelBoundary>
      <div className={styles.phoneTables}>
        <PanelBoundary small>
          <OptionTables />
        </PanelBoundary>
      </div>
    </div>
  );
}

function Chart({ instrument }: { instrument: InstrumentView }) {
  const lines = useOptionLines(instrument.symbol);
  const alerts = useAlertLines(instrument.symbol);
  const actions = useChartActions(instrument);
  return (
    <PanelBoundary small>
      <ChartPanel instrument={instrument} lines={[...lines, ...alerts]} actions={actions} />
    </PanelBoundary>
  );
}

/** Own options that have entered: from there at the entry price to where they settle. */
function useOptionLines(symbol: string): ChartLine[] {
  const { t } = useTranslation('option');
  const format = useFormat();
  const { data } = useOpenOptions();
  return useMemo(() => {
    const title = ({ direction, stake }: OpenOptionView) => `${t(`direction.${direction}`)} ${format.amount(stake, 2)}`;
    return (data?.options ?? []).flatMap((option): ChartLine[] => {
      const { entryPrice, entersAt, settlesAt, direction } = option;
      if (option.symbol !== symbol || entryPrice === null || entersAt === null || settlesAt === null) return [];
      const side = direction === 'rise' ? 'buy' : 'sell';
      return [{ price: entryPrice, side, title: title(option), until: { from: entersAt, at: settlesAt } }];
    });
  }, [data, symbol, t, format]);
}
