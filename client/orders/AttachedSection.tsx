import { useTranslation } from 'react-i18next';
import { STOP_TRIGGERS, type StopTrigger } from '../../contracts/order.contract';
import type { InstrumentView } from '../../contracts/market.contract';
import { ATTACHED_LEVELS_MAX } from '../../contracts/attached.contract';
import { format as textOf } from '../../shared/money';
import { useFormat } from '../lib/format';
import { DecimalInput } from '../ui/DecimalInput';
import { Icon } from '../ui/icons';
import {
  attachedProblems,
  outcomeOf,
  pricedLevels,
  withLevel,
  withoutLevel,
  type AttachedForm,
  type AttachedPlan,
  type AttachedProblem,
  type PricedLevel,
  type TypedLevel,
} from './attached';
import order from './OrderForm.module.css';
import styles from './Attached.module.css';

export interface AttachedSectionProps {
  value: AttachedForm;
  onChange: (value: AttachedForm) => void;
  plan: AttachedPlan;
  instrument: Pick<InstrumentView, 'quote' | 'priceDecimals' | 'tickSize'>;
  /** What per cent are of: the margin of a contract, or the entry price. */
  percentOf: 'roe' | 'entry';
  usualTrigger: StopTrigger;
  /** Whether what is missing is said too. */
  tried: boolean;
  /** What the server has against it. */
  objection: string | undefined;
  /** Levels are typed as prices, and what they watch stays. */
  pricesOnly?: boolean;
}

/** Take-profit and stop-loss of an order that opens: folded until it is wanted, one level at first, up to five with shares. */
export function AttachedSection(props: AttachedSectionProps) {
  const { value, onChange, plan, objection, pricesOnly = false } = props;
  const { t } = useTranslation('order');
  const { levels } = value;
  const isOpen = levels.length > 0;
  const priced = pricedLevels(value, plan);
  const problems = attachedProblems(value, plan);
  return (
    <fieldset className={styles.section} aria-label={t('attached.title')}>
      <label className={order.check}>
        <input
          type="checkbox"
          checked={isOpen}
          onChange={() => onChange({ ...value, levels: isOpen ? [] : withLevel([]) })}
        />
        {t('attached.title')}
      </label>
      {isOpen && (
        <>
          {!pricesOnly && <Choices {...props} />}
          {levels.map((level, index) => (
            <Level
              key={index}
              {...props}
              {...{ level, index }}
              priced={priced[index]}
              problems={problems.filter((problem) => problem.level === index)}
            />
          ))}
          {levels.length < ATTACHED_LEVELS_MAX && (
            <button
              type="button"
              className={order.last}
              onClick={() => onChange({ ...value, levels: withLevel(levels) })}
            >
              {t('attached.add')}
            </button>
          )}
          {objection !== undefined && (
            <p role="alert" className={order.refused}>
              {objection}
            </p>
          )}
          <p className={order.hint}>
            {t(props.percentOf === 'roe' ? 'attached.estimateNoFunding' : 'attached.estimate')}
          </p>
        </>
      )}
    </fieldset>
  );
}

/** Whether prices are typed or what they are to bring, and what the orders watch. */
function Choices({ value, onChange, percentOf, usualTrigger }: AttachedSectionProps) {
  const { t } = useTranslation('order');
  const levels = (by: AttachedForm['by']) =>
    by === value.by ? value.levels : value.levels.map(({ share }) => ({ share, takeProfit: '', stopLoss: '' }));
  return (
    <div className={styles.choices}>
      <select
        className={styles.choice}
        name="attachedBy"
        aria-label={t('attached.by')}
        value={value.by}
        onChange={(event) => {
          const by = event.target.value === 'percent' ? 'percent' : 'price';
          onChange({ ...value, by, levels: levels(by) });
        }}
      >
        <option value="price">{t('field.price')}</option>
        <option value="percent">{t(`attached.by.${percentOf}`)}</option>
      </select>
      <select
        className={styles.choice}
        name="attachedTrigger"
        aria-label={t('field.trigger')}
        value={value.trigger ?? usualTrigger}
        onChange={(event) => onChange({ ...value, trigger: event.target.value as StopTrigger })}
      >
        {STOP_TRIGGERS.map((each) => (
          <option key={each} value={each}>
            {t(`trigger.${each}`)}
          </option>
        ))}
      </select>
    </div>
  );
}

interface LevelProps extends AttachedSectionProps {
  level: TypedLevel;
  index: number;
  priced: PricedLevel | undefined;
  problems: readonly AttachedProblem[];
}

function Level({ level, index, priced, problems, ...props }: LevelProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { value, onChange, instrument, plan, percentOf, tried } = props;
  const wordsOf = useWords();
  const number = format.count(index + 1);
  const type = (change: Partial<TypedLevel>) =>
    onChange({ ...value, levels: value.levels.map((each, at) => (at === index ? { ...each, ...change } : each)) });
  const errorOf = (field: keyof TypedLevel): string | undefined => {
    const problem = problems.find((each) => each.field === field);
    const isMissing = problem?.code === 'order.attached-level-empty' || problem?.code === 'shareMissing';
    return problem === undefined || (isMissing && !tried) ? undefined : wordsOf(problem);
  };
  const isAlone = value.levels.length === 1;
  return (
    <div className={styles.level} role="group" aria-label={t('attached.level', { number })}>
      {!isAlone && (
        <div className={styles.head}>
          <DecimalInput
            name={`share-${index}`}
            label={t('attached.level', { number })}
            unit="%"
            decimals={0}
            step="1"
            value={level.share}
            onChange={(share) => type({ share })}
            error={errorOf('share')}
          />
          <button
            type="button"
            className={styles.remove}
            aria-label={t('attached.remove', { number })}
            title={t('attached.remove', { number })}
            onClick={() => onChange({ ...value, levels: withoutLevel(value.levels, index) })}
          >
            <Icon name="close" size={14} />
          </button>
        </div>
      )}
      {(['takeProfit', 'stopLoss'] as const).map((field) => (
        <div key={field}>
          <DecimalInput
            name={`${field}-${index}`}
            label={t(`attached.${field}`)}
            unit={value.by === 'percent' ? '%' : instrument.quote}
            decimals={value.by === 'percent' ? 2 : instrument.priceDecimals}
            step={value.by === 'percent' ? '1' : instrument.tickSize}
            placeholder={t('field.optional')}
            value={level[field]}
            onChange={(text) => type({ [field]: text })}
            error={errorOf(field)}
          />
          <Outcome price={priced?.[field] ?? ''} {...{ priced, plan, instrument, percentOf }} by={value.by} />
        </div>
      ))}
    </div>
  );
}

interface OutcomeProps extends Pick<AttachedSectionProps, 'plan' | 'instrument' | 'percentOf'> {
  price: string;
  priced: PricedLevel | undefined;
  by: AttachedForm['by'];
}

/** What a price is expected to bring; of a per cent the price too. */
function Outcome({ price, priced, plan, instrument, percentOf, by }: OutcomeProps) {
  const { t } = useTranslation('order');
  const format = useFormat();
  if (price === '') return null;
  const outcome = outcomeOf(price, priced?.quantity ?? 0n, plan);
  const shown = `${format.decimal(price, instrument.priceDecimals)} ${instrument.quote}`;
  if (outcome === null) return by === 'percent' ? <p className={styles.outcome}>{shown}</p> : null;
  const { profit, returnOnEquity } = outcome;
  const share = format.share(textOf(returnOnEquity), 2);
  return (
    <p className={styles.outcome} data-testid="attached-outcome">
      {by === 'percent' && `${shown} · `}
      <b className={profit < 0n ? 'down' : 'up'}>
        ≈ {profit > 0n && '+'}
        {format.amount(textOf(profit), 2, 2)} {instrument.quote}
      </b>{' '}
      · {percentOf === 'roe' ? t('attached.roe', { share }) : share}
    </p>
  );
}

/** Refusal codes carry the same texts here as on the server. */
function useWords(): (problem: AttachedProblem) => string {
  const { t } = useTranslation(['order', 'order-refusal']);
  const format = useFormat();
  return ({ code, params }) => {
    if (code === 'shareMissing' || code === 'unreachable') return t(`attached.${code}`);
    const worded = Object.entries(params).map(([name, value]) => [
      name,
      /^\d/.test(value) ? format.amount(value, 8) : value,
    ]);
    return t(`order-refusal:${code}`, Object.fromEntries(worded) as Record<string, string>);
  };
}
