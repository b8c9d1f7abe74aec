import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import { formatTo, roundToStep, toAmount } from '../../shared/money';
import { useFormat } from '../lib/format';
import styles from './DecimalInput.module.css';
import { decimalTyped } from './decimal-text';

interface DecimalInputProps {
  label: string;
  unit: string;
  /** Plain decimal text with a point, whatever the language shows. */
  value: string;
  onChange: (value: string) => void;
  /** How many decimals may be typed; arrow keys move by one `step`. */
  decimals: number;
  step: string;
  error?: string | undefined;
  placeholder?: string;
  extra?: ReactNode;
  name: string;
}

/** A decimal as text: it shows the language's own decimal mark, keeps a point, and never passes through a float. */
export function DecimalInput(props: DecimalInputProps) {
  const { label, unit, value, onChange, decimals, step, error, placeholder, extra, name } = props;
  const id = useId();
  const mark = useDecimalMark();
  const take = (typed: string) => {
    const text = decimalTyped(typed, value, mark, decimals);
    if (text !== undefined) onChange(text);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const direction = { ArrowUp: 1n, ArrowDown: -1n }[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const next =
      roundToStep(toAmount(value), toAmount(step), 'down') + direction * toAmount(step) * (event.shiftKey ? 10n : 1n);
    if (next >= 0n) onChange(formatTo(next, decimals));
  };
  return (
    <div className={styles.field}>
      <div className={cx(styles.box, error && styles.wrong)}>
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
        <input
          id={id}
          name={name}
          className={styles.input}
          inputMode="decimal"
          autoComplete="off"
          spellCheck={false}
          placeholder={placeholder}
          value={value.replace('.', mark)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => take(event.target.value)}
          onKeyDown={onKeyDown}
        />
        {extra && <span className={styles.extra}>{extra}</span>}
        <span className={styles.unit}>{unit}</span>
      </div>
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

function useDecimalMark(): string {
  const format = useFormat();
  return format.decimal('0.1', 1).charAt(1) === ',' ? ',' : '.';
}
