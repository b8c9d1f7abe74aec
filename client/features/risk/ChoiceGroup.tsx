import { useId, type ReactNode } from 'react';
import { Icon } from '../../ui/icons';
import styles from './Risk.module.css';

interface ChoiceGroupProps {
  label: ReactNode;
  hint?: ReactNode;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
  options: readonly { value: string; label: string }[];
}

/** One question with its choices, all in sight: arrow keys move between them, and the whole line can be pressed. */
export function ChoiceGroup({ label, hint, name, value, onChange, error, options }: ChoiceGroupProps) {
  const id = useId();
  return (
    <fieldset className={styles.question} aria-describedby={error === undefined ? undefined : `${id}-error`}>
      <legend>{label}</legend>
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      <div className={styles.choices} data-many={options.length > 6 || undefined}>
        {options.map((option, index) => (
          <label key={option.value} className={styles.choice} data-chosen={option.value === value || undefined}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              // The form moves to what is wrong by this mark; the first choice stands for its question.
              aria-invalid={error !== undefined && index === 0 ? true : undefined}
              onChange={() => onChange(option.value)}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon name="info" size={14} />
          {error}
        </p>
      )}
    </fieldset>
  );
}
