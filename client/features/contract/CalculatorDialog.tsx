import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOrderForm } from '../../orders/form-store';
import { Button } from '../../ui/Button';
import ModalPanel from '../../ui/ModalPanel';
import { Tabs } from '../../ui/Tabs';
import { useFormat } from '../../lib/format';
import { calculate, CALCULATORS, fieldsFrom, orderOf, type Calculator } from './calculator';
import { CalculatorFigures } from './CalculatorFigures';
import { CalculatorForm } from './CalculatorForm';
import { heldSide, markOnTick } from './contract-form';
import { useIntent } from './intent-store';
import type { TerminalProps } from './terminal';
import { useOwnRates, useSampledLast, useSettings } from './use-contract-form';
import terminal from './Contract.module.css';
import styles from './Calculator.module.css';

interface CalculatorDialogProps extends Pick<TerminalProps, 'contract' | 'view' | 'book'> {
  onClose: () => void;
}

/** What a position would bring, need or lose, before it is opened; the size goes into the order form by one click. */
export default function CalculatorDialog({ contract, view, book, onClose }: CalculatorDialogProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const [calculator, show] = useState<Calculator>('profit');
  const settings = useSettings(contract);
  const rates = useOwnRates(contract, settings) ?? { maker: view.makerRate, taker: view.takerRate };
  const price = useSampledLast(contract.symbol) ?? markOnTick(contract);
  const { action, reduceOnly, set: intend } = useIntent();
  const { form, change } = useOrderForm();
  const [fields, setFields] = useState(() => {
    const side = heldSide({ mode: settings.mode, action, reduceOnly, side: form.side });
    return fieldsFrom(form, { side, leverage: settings.leverage, price });
  });
  const result = calculate(calculator, fields, { contract, rates, takerRate: contract.liquidationFeeRate });
  const order = orderOf(calculator, fields, result);
  const use = () => {
    if (order === null) return;
    change(order);
    intend({ action: 'open', reduceOnly: false });
    onClose();
  };
  return (
    <ModalPanel title={`${t('calculator.title')} · ${contract.symbol}`} onClose={onClose} size={460} tall>
      <Tabs
        label={t('calculator.which')}
        controls="calculator"
        value={calculator}
        onChange={show}
        tabs={CALCULATORS.map((value) => ({ value, label: t(`calculator.tab.${value}`) }))}
      />
      <div id="calculator" role="tabpanel" aria-label={t(`calculator.tab.${calculator}`)} className={styles.panel}>
        <CalculatorForm
          {...{ calculator, fields, book, contract, rates }}
          problem={result.problem}
          onChange={(changed) => setFields({ ...fields, ...changed })}
        />
        <CalculatorFigures {...{ calculator, result, book }} leverage={Number(fields.leverage)} />
        <p className={terminal.note}>{t('calculator.estimate')}</p>
        <Button wide disabled={order === null} onClick={use}>
          {t('calculator.use')}
        </Button>
        {order !== null && Number(fields.leverage) !== settings.leverage && (
          <p className={terminal.note}>{t('calculator.ownLeverage', { leverage: format.count(settings.leverage) })}</p>
        )}
      </div>
    </ModalPanel>
  );
}
