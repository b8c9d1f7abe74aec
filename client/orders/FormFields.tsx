import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import { formatTo, roundTo, toAmount } from '../../shared/money';
import { useFormat } from '../lib/format';
import { DecimalInput } from '../ui/DecimalInput';
import { useOrderForm } from './form-store';
import { correctionOf } from './correction';
import {
  fieldsOf,
  isOptional,
  triggerField,
  type FormContext,
  type FormField,
  type Problem,
  type OrderFields,
} from './order-fields';
import type { Summarised } from './order-form';
import styles from './OrderForm.module.css';

/** Codes that stay hidden until the first try to place the order. */
const PATIENT = new Set([
  'order.price-required',
  'order.stop-price-required',
  'order.callback-required',
  'order.quantity-required',
]);

interface FormFieldsProps {
  instrument: InstrumentView;
  context: FormContext;
  summarised: Summarised;
  /** What the server would refuse, though nothing here spoke against it. */
  objections: readonly Problem[];
}

/** The fields of the chosen type, each with its problem or the server's refusal under it. */
export function FormFields({ instrument, context, summarised, objections }: FormFieldsProps) {
  const { form, type: typeInto } = useOrderForm();
  const { t } = useTranslation('order');
  const problems = [...summarised.problems, ...objections];
  const messageOf = useMessages(problems);
  return (
    <div className={styles.fields}>
      {fieldsOf(form.type).map((field) => {
        const sizing = field === 'quantity';
        const message = messageOf(field);
        return (
          <div key={field}>
            <DecimalInput
              name={field}
              label={t(labelOf(field, form))}
              unit={field === 'callback' ? '%' : sizing ? instrument.base : instrument.quote}
              value={shown(field, form, summarised)}
              decimals={decimalsOf(field, instrument)}
              step={stepOf(field, instrument)}
              onChange={(text) => typeInto(field, text)}
              error={message}
              placeholder={isOptional(field) ? t('field.optional') : ''}
              extra={field === 'price' && context.last && <LastPrice last={context.last} />}
            />
            {message && <Correct problem={problems.find((each) => each.field === field)} context={context} />}
          </div>
        );
      })}
    </div>
  );
}

const decimalsOf = (field: FormField, { quantityDecimals, priceDecimals }: InstrumentView): number =>
  field === 'quantity' ? quantityDecimals : field === 'total' ? 8 : field === 'callback' ? 2 : priceDecimals;

const stepOf = (field: FormField, { lotSize, tickSize }: InstrumentView): string =>
  field === 'quantity' ? lotSize : field === 'total' ? '1' : field === 'callback' ? '0.1' : tickSize;

function labelOf(field: FormField, { type, side }: OrderFields) {
  if (field === 'total' && type === 'market' && side === 'buy') return 'field.amount';
  return field === 'stopPrice' ? triggerField(type) : `field.${field}`;
}

/** The one of quantity and total that does not lead shows what follows from the other; a market buy's amount has the fee in it. */
function shown(field: FormField, form: OrderFields, { summary }: Summarised): string {
  if (field === 'total' && form.sizedBy === 'quantity') {
    if (summary === null) return '';
    const amount = form.type === 'market' && form.side === 'buy' ? summary.total : null;
    return formatTo(amount === null ? toAmount(summary.notional) : roundTo(toAmount(amount), 2, 'up'), 2);
  }
  if (field === 'quantity' && form.sizedBy === 'total') return summary?.quantity ?? '';
  return form[field];
}

/** One click puts right what a rule of the market does not take. */
function Correct({ problem, context }: { problem: Problem | undefined; context: FormContext }) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { form, type: typeInto } = useOrderForm();
  const correction = problem && correctionOf(problem, form, context);
  if (!correction) return null;
  const unit = correction.field === 'quantity' ? context.instrument.base : context.instrument.quote;
  return (
    <button type="button" className={styles.correct} onClick={() => typeInto(correction.field, correction.text)}>
      {t('form.correct', { value: `${format.amount(correction.text, 8)} ${unit}` })}
    </button>
  );
}

function LastPrice({ last }: { last: string }) {
  const { t } = useTranslation('order');
  const typeInto = useOrderForm((state) => state.type);
  return (
    <button type="button" className={styles.last} onClick={() => typeInto('price', last)}>
      {t('field.last')}
    </button>
  );
}

/** What stands under a field: the refusal of the last click, or the first problem once there is something to say. */
function useMessages(problems: readonly Problem[]): (field: FormField) => string | undefined {
  const words = useWords();
  const { refused, tried, form } = useOrderForm();
  return (field) => {
    if (refused[field]) return refused[field];
    const problem = problems.find((each) => each.field === field);
    if (problem === undefined || (PATIENT.has(problem.code) && !tried)) return undefined;
    if (!tried && form[field] === '') return undefined;
    return words(problem);
  };
}

/** Refusal codes carry the same texts in the browser as on the server. */
function useWords(): (problem: Problem) => string | undefined {
  const { t } = useTranslation('order-refusal');
  const format = useFormat();
  return (problem) => {
    const params = Object.entries(problem.params).map(([name, value]) => [
      name,
      /^\d/.test(value) ? format.amount(value, 8) : value,
    ]);
    return t(problem.code, Object.fromEntries(params) as Record<string, string>);
  };
}
