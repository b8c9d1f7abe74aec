import { useTranslation } from 'react-i18next';
import type { ContractView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { DecimalInput } from '../../ui/DecimalInput';
import { Tabs } from '../../ui/Tabs';
import {
  fieldsOfCalculator,
  type Calculator,
  type CalculatorField,
  type CalculatorFields,
  type CalculatorProblem,
} from './calculator';
import { leverageMaxOf } from './margin-preview';
import order from '../../orders/OrderForm.module.css';
import styles from './Calculator.module.css';

interface CalculatorFormProps {
  calculator: Calculator;
  fields: CalculatorFields;
  book: InstrumentView;
  contract: Pick<ContractView, 'brackets' | 'coming' | 'lotSize'>;
  rates: { maker: string; taker: string };
  problem: CalculatorProblem | undefined;
  onChange: (change: Partial<CalculatorFields>) => void;
}

/** Side, leverage and the fields of one calculator, and by which rates its orders are reckoned. */
export function CalculatorForm(props: CalculatorFormProps) {
  const { calculator, fields, onChange } = props;
  const { t } = useTranslation('contract');
  return (
    <>
      <Tabs
        look="pills"
        label={t('form.side')}
        value={fields.side}
        onChange={(side) => onChange({ side })}
        tabs={(['long', 'short'] as const).map((value) => ({ value, label: t(`side.${value}`) }))}
      />
      <div className={styles.fields}>
        <Field {...props} field="leverage" />
        {fieldsOfCalculator(calculator).map((field) => (
          <Field key={field} {...props} field={field} />
        ))}
      </div>
      {calculator !== 'liquidation' && (
        <div className={styles.rates}>
          <Rate {...props} order="opening" />
          {/* A stop that triggers takes from the book. */}
          {calculator !== 'risk' && <Rate {...props} order="closing" />}
        </div>
      )}
    </>
  );
}

const UNITS: Partial<Record<CalculatorField, string>> = { leverage: 'x', roe: '%' };

function Field({ field, fields, book, contract, problem, onChange }: CalculatorFormProps & { field: CalculatorField }) {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  const isPrice = field === 'entry' || field === 'exit' || field === 'stop';
  const decimals = { leverage: 0, roe: 2, quantity: book.quantityDecimals }[field as string];
  const step = { leverage: '1', roe: '1', quantity: book.lotSize }[field as string];
  const most = leverageMaxOf(contract);
  const params = { maximum: format.count(most), lot: `${format.amount(contract.lotSize, 8)} ${book.base}` };
  return (
    <DecimalInput
      name={`calculator-${field}`}
      label={labelOf(t, field)}
      unit={UNITS[field] ?? (field === 'quantity' ? book.base : book.quote)}
      value={fields[field]}
      decimals={decimals ?? (isPrice ? book.priceDecimals : 2)}
      step={step ?? (isPrice ? book.tickSize : '1')}
      placeholder={field === 'added' ? t('order:field.optional') : ''}
      error={problem?.field === field ? t(problem.key, params) : undefined}
      onChange={(text) => onChange(typed(field, text))}
    />
  );
}

type T = ReturnType<typeof useTranslation<['contract', 'order']>>['t'];

function labelOf(t: T, field: CalculatorField): string {
  if (field === 'leverage') return t('leverage.title');
  if (field === 'quantity') return t('order:field.quantity');
  if (field === 'stop') return t('order:field.stopPrice');
  return t(`calculator.${field}`);
}

/** A target is one of two: typing the one takes the other away. */
function typed(field: CalculatorField, text: string): Partial<CalculatorFields> {
  if (field === 'roe') return { roe: text, gain: '' };
  return field === 'gain' ? { gain: text, roe: '' } : { [field]: text };
}

function Rate({ order: which, fields, rates, onChange }: CalculatorFormProps & { order: 'opening' | 'closing' }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  return (
    <label className={order.time}>
      {t(`calculator.${which}`)}{' '}
      <select
        name={which}
        value={fields[which]}
        onChange={(event) => onChange({ [which]: event.target.value === 'maker' ? 'maker' : 'taker' })}
      >
        {(['maker', 'taker'] as const).map((value) => (
          <option key={value} value={value}>
            {t(`calculator.${value}`, { rate: format.share(rates[value]) })}
          </option>
        ))}
      </select>
    </label>
  );
}
