import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { decimalTyped } from '../../ui/decimal-text';
import { Icon } from '../../ui/icons';
import { useAmounts } from '../asset/use-amounts';
import styles from './Money.module.css';

export interface Choice {
  value: string;
  label: string;
}

interface MoneyBoxProps {
  name: string;
  label: string;
  /** What coin it is of: its code alone, or what changes it. */
  coin: ReactNode;
  /** Plain decimal text with a point. */
  value: string;
  /** Absent where the amount is computed. */
  onChange?: (value: string) => void;
  decimals?: number;
  error?: string | undefined;
  /** Beside the label: what is available, and a way to take all of it. */
  aside?: ReactNode;
}

/** An amount and the coin that it is of, in one box. */
export function MoneyBox(props: MoneyBoxProps) {
  const { label, coin, value, onChange, error, aside } = props;
  const id = useId();
  const format = useFormat();
  return (
    <div className={styles.money}>
      <div className={styles.heading}>
        <label htmlFor={id}>{label}</label>
        {aside}
      </div>
      <div className={cx(styles.box, error !== undefined && styles.wrong, onChange === undefined && styles.computed)}>
        {onChange === undefined ? (
          <output id={id} className={styles.amount}>
            {value === '' ? '–' : format.amountDown(value, 12)}
          </output>
        ) : (
          <AmountInput {...props} id={id} onChange={onChange} />
        )}
        {coin}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon name="info" size={14} />
          {error}
        </p>
      )}
    </div>
  );
}

type AmountInputProps = Pick<MoneyBoxProps, 'name' | 'value' | 'decimals' | 'error'> & {
  id: string;
  onChange: (value: string) => void;
};

/** Shows the language's own decimal mark and keeps a point. */
function AmountInput({ id, name, value, onChange, decimals = 8, error }: AmountInputProps) {
  const format = useFormat();
  const mark = format.decimal('0.1', 1).charAt(1) === ',' ? ',' : '.';
  const take = (typed: string) => {
    const text = decimalTyped(typed, value, mark, decimals);
    if (text !== undefined) onChange(text);
  };
  return (
    <input
      id={id}
      name={name}
      className={styles.amount}
      inputMode="decimal"
      autoComplete="off"
      spellCheck={false}
      placeholder="0"
      value={value.replace('.', mark)}
      aria-invalid={error === undefined ? undefined : true}
      aria-describedby={error === undefined ? undefined : `${id}-error`}
      onChange={(event) => take(event.target.value)}
    />
  );
}

interface CoinSelectProps {
  label: string;
  currency: string;
  coins: readonly Choice[];
  onChange: (currency: string) => void;
}

/** One of a few coins. */
export function CoinSelect({ label, currency, coins, onChange }: CoinSelectProps) {
  // Where there is one coin alone, there is nothing to choose.
  if (coins.length === 1) return <CoinCode currency={currency} />;
  return (
    <span className={styles.coin}>
      <span aria-hidden="true">{currency}</span>
      <select aria-label={label} value={currency} onChange={(event) => onChange(event.target.value)}>
        {coins.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Icon name="down" size={14} />
    </span>
  );
}

export const CoinCode = ({ currency }: { currency: string }) => <span className={styles.coin}>{currency}</span>;

/** What is available, and all of it by one click. */
export function Available(props: { amount: string; currency: string; onMax: () => void }) {
  const { t } = useTranslation('transfer');
  const format = useFormat();
  const amounts = useAmounts();
  const { amount, currency, onMax } = props;
  return (
    <span className={styles.held}>
      {t('available', { amount: amounts(format.amountDown(amount, 8)), currency })}
      <button type="button" onClick={onMax}>
        {t('max')}
      </button>
    </span>
  );
}

export function Swap({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button type="button" className={styles.swap} aria-label={label} title={label} onClick={onClick}>
      <Icon name="trade" />
    </button>
  );
}
