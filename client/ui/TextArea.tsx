import { useId, type KeyboardEvent } from 'react';
import { FieldFrame, tiedTo, type FieldProps } from './fields';
import styles from './fields.module.css';

interface TextAreaProps extends FieldProps {
  maxLength: number;
  /** Enter sends; without it, Enter begins a line. */
  onEnter?: (event: KeyboardEvent) => void;
}

/** A text of several lines, which grows with what is written. */
export function TextArea({ label, hint, error, name, value, onChange, maxLength, onEnter }: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...tiedTo(id, error, hint)}
        name={name}
        rows={2}
        maxLength={maxLength}
        autoComplete="off"
        className={styles.area}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          // While a word is being composed, Enter chooses it.
          if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) onEnter?.(event);
        }}
      />
    </FieldFrame>
  );
}
