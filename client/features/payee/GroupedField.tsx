import { useId, useLayoutEffect, useRef } from 'react';
import { FieldFrame, tiedTo, type FieldProps } from '../../ui/fields';
import { caretIn, grouped, ungrouped } from './grouped';
import fields from '../../ui/fields.module.css';
import styles from './Payee.module.css';

/** An IBAN or account number in groups of four while it is typed; its value has no blanks. Letters become capitals. */
export function GroupedField({ label, hint, error, value, onChange, name }: FieldProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const caret = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (caret.current !== null) input.current?.setSelectionRange(caret.current, caret.current);
    caret.current = null;
  });
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        {...tiedTo(id, error, hint)}
        ref={input}
        type="text"
        name={name}
        className={`${fields.input} ${styles.mono}`}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={50}
        value={grouped(value)}
        onChange={({ target }) => {
          caret.current = caretIn(target.value, target.selectionStart ?? target.value.length);
          onChange(ungrouped(target.value).toUpperCase());
        }}
      />
    </FieldFrame>
  );
}
