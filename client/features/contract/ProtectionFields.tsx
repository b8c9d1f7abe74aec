import { useTranslation } from 'react-i18next';
import { PROTECTIONS, type ProtectionField } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { STOP_TRIGGERS } from '../../../contracts/order.contract';
import { format as textOf } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { DecimalInput } from '../../ui/DecimalInput';
import { Icon } from '../../ui/icons';
import {
  inUnit,
  PROTECTION_UNITS,
  priceOf,
  protectionOutcome,
  protectionProblems,
  type ProtectionProblem,
  type ProtectionTerms,
  type ProtectionValue,
} from './protection';
import attached from '../../orders/Attached.module.css';
import styles from './Contract.module.css';

interface ProtectionFieldsProps {
  value: ProtectionValue;
  onChange: (value: ProtectionValue) => void;
  terms: ProtectionTerms;
  instrument: Pick<InstrumentView, 'quote' | 'priceDecimals' | 'tickSize'>;
  /** What the server had against a field, or the form before it was sent. */
  errorOf: (field: ProtectionField) => string | undefined;
}

/** Take-profit and stop-loss of a whole position: how they are typed, what they watch, and what each of them brings. */
export function ProtectionFields(props: ProtectionFieldsProps) {
  const { value, onChange, terms, instrument, errorOf } = props;
  const { t } = useTranslation(['contract', 'order']);
  const problems = protectionProblems(value, terms);
  const wordsOf = useProtectionWords(instrument.priceDecimals);
  const inPrice = value.unit === 'price';
  return (
    <>
      <Choices {...props} />
      {PROTECTIONS.map((field) => {
        const problem = problems[field];
        const typed = value.typed[field];
        const take = (text: string) => onChange({ ...value, typed: { ...value.typed, [field]: text } });
        return (
          <div key={field} className={styles.protection}>
            <DecimalInput
              name={field}
              label={t(`order:attached.${field}`)}
              unit={inPrice ? instrument.quote : '%'}
              decimals={inPrice ? instrument.priceDecimals : 2}
              step={inPrice ? instrument.tickSize : '1'}
              placeholder={t('order:field.optional')}
              value={typed}
              onChange={take}
              error={errorOf(field) ?? (problem && wordsOf(problem))}
            />
            {typed !== '' && (
              <button
                type="button"
                className={attached.remove}
                aria-label={t(`protection.remove.${field}`)}
                title={t(`protection.remove.${field}`)}
                onClick={() => take('')}
              >
                <Icon name="close" size={14} />
              </button>
            )}
            {problem === undefined && (
              <Outcome price={priceOf(field, value, terms)} {...{ terms, instrument }} showsPrice={!inPrice} />
            )}
          </div>
        );
      })}
    </>
  );
}

/** A unit in which one of the prices could not be said is not offered: it would go unseen. */
function Choices({ value, onChange, terms }: ProtectionFieldsProps) {
  const { t } = useTranslation(['contract', 'order']);
  const names = {
    price: t('order:field.price'),
    roe: t('order:attached.by.roe'),
    percent: t('order:attached.by.entry'),
  };
  const offers = PROTECTION_UNITS.map((unit) => ({ unit, shown: inUnit(unit, value, terms) }));
  return (
    <div className={attached.choices}>
      <select
        className={attached.choice}
        name="unit"
        aria-label={t('order:attached.by')}
        value={value.unit}
        onChange={(event) => {
          const shown = offers.find(({ unit }) => unit === event.target.value)?.shown;
          if (shown) onChange(shown);
        }}
      >
        {offers.map(({ unit, shown }) => (
          <option key={unit} value={unit} disabled={shown === null}>
            {names[unit]}
          </option>
        ))}
      </select>
      <select
        className={attached.choice}
        name="trigger"
        aria-label={t('order:field.trigger')}
        value={value.trigger}
        onChange={(event) => {
          const trigger = STOP_TRIGGERS.find((each) => each === event.target.value);
          if (trigger !== undefined) onChange({ ...value, trigger });
        }}
      >
        {STOP_TRIGGERS.map((each) => (
          <option key={each} value={each}>
            {t(`order:trigger.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface OutcomeProps extends Pick<ProtectionFieldsProps, 'terms' | 'instrument'> {
  price: string;
  showsPrice: boolean;
}

function Outcome({ price, terms, instrument, showsPrice }: OutcomeProps) {
  const { t } = useTranslation(['contract', 'order']);
  const format = useFormat();
  if (price === '') return null;
  const { profit, returnOnEquity, distance } = protectionOutcome(price, terms);
  return (
    <p className={attached.outcome} data-testid="protection-outcome">
      {showsPrice && `${format.decimal(price, instrument.priceDecimals)} ${instrument.quote} · `}
      <b className={profit < 0n ? 'down' : 'up'}>
        ≈ {profit > 0n && '+'}
        {format.amount(textOf(profit), 2, 2)} {instrument.quote}
      </b>{' '}
      · {t('order:attached.roe', { share: format.share(textOf(returnOnEquity), 2) })} ·{' '}
      {t('protection.distance', { share: format.percent(distance) })}
    </p>
  );
}

/** Refusal codes carry the same texts here as on the server. */
export function useProtectionWords(priceDecimals: number): (problem: ProtectionProblem) => string {
  const { t } = useTranslation(['order', 'order-refusal', 'refusal']);
  const format = useFormat();
  return ({ code, params }) => {
    if (code === 'unreachable') return t('order:attached.unreachable');
    const worded = Object.entries(params).map(([name, value]) => [
      name,
      /^\d/.test(value) ? format.amount(value, Math.max(8, priceDecimals)) : value,
    ]);
    const from = code.startsWith('order.') ? 'order-refusal' : 'refusal';
    return t(`${from}:${code}`, Object.fromEntries(worded) as Record<string, string>);
  };
}
