import { Suspense, lazy, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldFrame, tiedTo, type FieldProps } from './fields';
import { Icon } from './icons';
import fields from './fields.module.css';

/** A form stands at once, and the list that comes after it is as large as the form. */
const CountryList = lazy(() => import('./CountryList'));

interface CountrySelectProps extends FieldProps {
  disabled?: boolean;
}

/** A country by typing part of its name, or by looking through all 249. Its value is the ISO code, empty while none is chosen. */
export function CountrySelect({ label, hint, error, name, value, onChange, disabled = false }: CountrySelectProps) {
  const { t } = useTranslation('common');
  const id = useId();
  const input = {
    ...tiedTo(id, error, hint),
    name,
    className: fields.input,
    placeholder: t('field.searchCountry'),
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className={fields.with}>
        <Suspense fallback={<input {...input} value={value} disabled />}>
          <CountryList input={input} value={value} onChange={onChange} disabled={disabled} />
        </Suspense>
        <span className={fields.chevron}>
          <Icon name="down" size={16} />
        </span>
      </div>
    </FieldFrame>
  );
}
