import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useOrderForm } from '../../orders/form-store';
import { isOptional, triggerField, type Problem } from '../../orders/order-fields';
import { DecimalInput } from '../../ui/DecimalInput';
import { fieldsOfType, typeOf, type ContractField } from './contract-form';
import order from '../../orders/OrderForm.module.css';

/** Codes that stay hidden until the first try to place the order. */
const PATIENT = /^order\.(price|stop-price|callback|quantity)-required$/;

interface ContractFieldsProps {
  book: InstrumentView;
  prices: { last: string | null; mark: string | null };
  problems: readonly Problem[];
  /** What the server would refuse, though nothing here spoke against it. */
  objections: Partial<Record<ContractField, string>>;
}

/** The fields of the chosen type, each with its problem or the server's refusal under it. */
export function ContractFields({ book, prices, problems, objections }: ContractFieldsProps) {
  const { t } = useTranslation('order');
  const { form, type: typeInto } = useOrderForm();
  const messageOf = useMessages(problems, objections);
  const type = typeOf(form);
  return (
    <div className={order.fields}>
      {fieldsOfType(type).map((field) => {
        const sizing = field === 'quantity';
        return (
          <DecimalInput
            key={field}
            name={field}
            label={t(field === 'stopPrice' ? triggerField(type) : `field.${field}`)}
            unit={field === 'callback' ? '%' : sizing ? book.base : book.quote}
            value={form[field]}
            decimals={field === 'callback' ? 2 : sizing ? book.quantityDecimals : book.priceDecimals}
            step={field === 'callback' ? '0.1' : sizing ? book.lotSize : book.tickSize}
            placeholder={isOptional(field) ? t('field.optional') : ''}
            onChange={(text) => typeInto(field, text)}
            error={messageOf(field)}
            extra={!sizing && field !== 'callback' && <Takes field={field} prices={prices} />}
          />
        );
      })}
    </div>
  );
}

/** One click takes the last price into a limit, the mark price into a trigger. */
function Takes({
  field,
  prices,
}: {
  field: Exclude<ContractField, 'quantity' | 'callback'>;
  prices: ContractFieldsProps['prices'];
}) {
  const { t } = useTranslation(['contract', 'order']);
  const typeInto = useOrderForm((state) => state.type);
  const price = field === 'price' ? prices.last : prices.mark;
  if (price === null) return null;
  return (
    <button type="button" className={order.last} onClick={() => typeInto(field, price)}>
      {t(field === 'price' ? 'order:field.last' : 'field.mark')}
    </button>
  );
}

/** What stands under a field: the refusal of the last click, else the first problem once there is something to say. */
function useMessages(problems: readonly Problem[], objections: ContractFieldsProps['objections']) {
  const { t } = useTranslation('order-refusal');
  const format = useFormat();
  const { refused, tried, form } = useOrderForm();
  return (field: ContractField): string | undefined => {
    if (refused[field]) return refused[field];
    const problem = problems.find((each) => each.field === field);
    if (problem === undefined) return objections[field];
    if (!tried && (PATIENT.test(problem.code) || form[field] === '')) return undefined;
    const params = Object.entries(problem.params).map(([name, value]) => [
      name,
      /^\d/.test(value) ? format.amount(value, 8) : value,
    ]);
    return t(problem.code, Object.fromEntries(params) as Record<string, string>);
  };
}
