import { useId, useState, type InputHTMLAttributes, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx';
import { Icon } from './icons';
import { strengthOf } from './password-strength';
import styles from './fields.module.css';

/** What every field takes; `useForm().field(name)` gives the last four. */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error?: string | undefined;
}

interface FrameProps extends Pick<FieldProps, 'label' | 'hint' | 'error'> {
  id: string;
  children: ReactNode;
}

/** Label above, hint and error below, each tied to the field for who cannot see them. */
export function FieldFrame({ id, label, hint, error, children }: FrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      {children}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

function FieldError({ id, error }: { id: string; error: string | undefined }) {
  if (error === undefined) return null;
  return (
    <p id={`${id}-error`} className={styles.error} role="alert">
      <Icon name="info" size={14} />
      {error}
    </p>
  );
}

/** The attributes that tie an input to its hint and its error. */
export const tiedTo = (id: string, error: string | undefined, hint: ReactNode) => ({
  id,
  'aria-invalid': error === undefined ? undefined : true,
  'aria-describedby': cx(error !== undefined && `${id}-error`, hint !== undefined && `${id}-hint`) || undefined,
});

type Native = Pick<
  InputHTMLAttributes<HTMLInputElement>,
  | 'autoComplete'
  | 'inputMode'
  | 'max'
  | 'maxLength'
  | 'min'
  | 'placeholder'
  | 'type'
  | 'spellCheck'
  | 'required'
  | 'disabled'
>;

export function TextField({ label, hint, error, value, onChange, name, ...native }: FieldProps & Native) {
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <input
        type="text"
        {...native}
        {...tiedTo(id, error, hint)}
        name={name}
        className={styles.input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </FieldFrame>
  );
}

/** `withStrength` shows the strength of a new password. */
export function PasswordField({
  label,
  hint,
  error,
  value,
  onChange,
  name,
  withStrength = false,
  ...native
}: FieldProps & Native & { withStrength?: boolean }) {
  const { t } = useTranslation('common');
  const id = useId();
  const [shown, setShown] = useState(false);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={styles.with}>
        <input
          {...native}
          {...tiedTo(id, error, hint)}
          type={shown ? 'text' : 'password'}
          name={name}
          spellCheck={false}
          autoCapitalize="none"
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
        <button
          type="button"
          className={styles.inside}
          aria-label={t('field.showPassword')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        >
          <Icon name={shown ? 'eyeOff' : 'eye'} />
        </button>
      </div>
      {withStrength && <PasswordStrength password={value} />}
    </FieldFrame>
  );
}

/** Four bars and a word; the word is read out, the bars are decoration. */
export function PasswordStrength({ password }: { password: string }) {
  const { t } = useTranslation('common');
  const strength = strengthOf(password);
  return (
    <p className={styles.strength} data-strength={strength} role="status">
      <span className={styles.bars} aria-hidden="true">
        {[1, 2, 3, 4].map((bar) => (
          <i key={bar} data-on={bar <= strength || undefined} />
        ))}
      </span>
      {password !== '' && t(`field.strength${strength}`)}
    </p>
  );
}

export function SelectField({
  label,
  hint,
  error,
  value,
  onChange,
  name,
  options,
}: FieldProps & { options: readonly { value: string; label: string }[] }) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={styles.with}>
        <select
          {...tiedTo(id, error, hint)}
          name={name}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        >
          {value === '' && <option value="">{t('field.choose')}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <span className={styles.chevron}>
          <Icon name="down" size={16} />
        </span>
      </div>
    </FieldFrame>
  );
}

/** A tick: its value is `yes` or empty, so that a form's values are all texts. */
export function CheckField({ label, hint, error, value, onChange, name }: FieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <div className={styles.check}>
        <input
          {...tiedTo(id, error, hint)}
          type="checkbox"
          name={name}
          checked={value === 'yes'}
          onChange={(event) => onChange(event.target.checked ? 'yes' : '')}
        />
        <label htmlFor={id}>{label}</label>
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      <FieldError id={id} error={error} />
    </div>
  );
}

/** The tick of an agreement. Its value is the version, so other rules are ticked again, and what was typed stays. */
export function AgreementField({ version, value, onChange, ...field }: FieldProps & { version: number }) {
  const ticked = `${version}`;
  return <CheckField {...field} value={value === ticked ? 'yes' : ''} onChange={(tick) => onChange(tick && ticked)} />;
}
