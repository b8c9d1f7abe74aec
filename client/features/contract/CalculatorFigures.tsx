import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { format as textOf, type Amount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import type { Calculator, CalculatorResult } from './calculator';
import order from '../../orders/OrderForm.module.css';
import terminal from './Contract.module.css';
import styles from './Calculator.module.css';

interface CalculatorFiguresProps {
  calculator: Calculator;
  result: CalculatorResult;
  book: InstrumentView;
  leverage: number;
}

/** What a calculator finds, the answer first. */
export function CalculatorFigures({ calculator, result, book, leverage }: CalculatorFiguresProps) {
  const { t } = useTranslation('contract');
  const rowsOf = useRows(book);
  if (result.problem !== undefined) return null;
  if (result.missing) return <p className={terminal.note}>{t('calculator.empty')}</p>;
  return (
    <div className={styles.result} data-testid="calculator-result" aria-live="polite">
      <FactList className={order.summary} rows={rowsOf(calculator, result)} />
      <Warning result={result} leverage={leverage} />
    </div>
  );
}

type Row = readonly [name: string, value: ReactNode];

function useRows(book: InstrumentView): (calculator: Calculator, result: CalculatorResult) => Row[] {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  const usdt = (value: Amount) => `≈ ${format.amount(textOf(value), 2, 2)} USDT`;
  const price = (value: Amount | null) =>
    value === null ? t('summary.never') : `≈ ${format.decimal(textOf(value), book.priceDecimals)} ${book.quote}`;
  const share = (value: Amount) => `≈ ${format.share(textOf(value), 2)}`;
  const signed = (value: Amount) => (
    <span className={value < 0n ? 'down' : 'up'}>
      ≈ {value > 0n && '+'}
      {format.amount(textOf(value), 2, 2)} USDT
    </span>
  );
  return (calculator, { quantity, notional, target, move, profit, liquidation }) => {
    const gains: Row[] =
      profit === undefined
        ? []
        : [
            [t('calculator.gain'), signed(profit.profit)],
            [t('calculator.roe'), share(profit.returnOnEquity)],
            [t('calculator.pnl'), signed(profit.pnl)],
            [t('calculator.fees'), usdt(profit.openingFee + profit.closingFee)],
            [t('calculator.margin'), usdt(profit.initialMargin)],
          ];
    const ends: Row[] =
      liquidation === undefined
        ? []
        : [
            [t('column.liquidation'), price(liquidation.liquidationPrice)],
            ...(liquidation.distance === null
              ? []
              : [[t('calculator.distance'), share(liquidation.distance)] as const]),
          ];
    switch (calculator) {
      case 'profit':
        return gains;
      case 'target':
        return [[t('calculator.target'), price(target ?? null)], [t('calculator.move'), share(move ?? 0n)], ...gains];
      case 'liquidation':
        return [
          ...ends,
          [t('column.bankruptcy'), price(liquidation?.bankruptcyPrice ?? null)],
          [t('calculator.held'), usdt(liquidation?.margin ?? 0n)],
          [t('calculator.maintenance'), usdt(liquidation?.maintenanceMargin ?? 0n)],
        ];
      case 'risk':
        return [
          [t('order:field.quantity'), `${format.amount(textOf(quantity ?? 0n), 8)} ${book.base}`],
          [t('calculator.value'), usdt(notional ?? 0n)],
          [t('calculator.loss'), signed(profit?.profit ?? 0n)],
          [t('calculator.margin'), usdt(profit?.initialMargin ?? 0n)],
          ...ends,
        ];
    }
  };
}

/** What stands against the plan though its figures are right. */
function Warning({ result, leverage }: Pick<CalculatorFiguresProps, 'result' | 'leverage'>) {
  const { t } = useTranslation(['contract', 'refusal']);
  const format = useFormat();
  const usdt = (value: Amount) => format.amount(textOf(value), 0);
  const { positionMax, leverageMax, stopLeverage, notional = 0n } = result;
  const chosen = format.count(leverage);
  const text = (): string | undefined => {
    if (positionMax !== undefined) return t('refusal:contract.position-limit', { maximum: usdt(positionMax) });
    if (leverageMax !== undefined) {
      const params = { notional: usdt(notional), maximum: format.count(leverageMax), leverage: chosen };
      return t('refusal:contract.leverage-above-bracket', params);
    }
    if (stopLeverage === undefined) return undefined;
    if (stopLeverage === 0) return t('calculator.neverStops');
    return t('calculator.tooLate', { leverage: chosen, maximum: format.count(stopLeverage) });
  };
  const shown = text();
  if (shown === undefined) return null;
  return (
    <p role="alert" className={terminal.warning}>
      {shown}
    </p>
  );
}
