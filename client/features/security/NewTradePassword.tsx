import { useTranslation } from 'react-i18next';
import { digitsOnly } from '../../ui/digits';
import { PasswordField } from '../../ui/fields';
import type { FormHandle } from '../../ui/use-form';

type Field = 'tradePassword' | 'again';

/** Six digits, twice. */
export function NewTradePassword({ form }: { form: Pick<FormHandle<Field>, 'field'> }) {
  const { t } = useTranslation('security');
  const digits = { inputMode: 'numeric', autoComplete: 'off' } as const;
  return (
    <>
      <PasswordField
        label={t('trade.new')}
        hint={t('trade.newHint')}
        {...digits}
        {...digitsOnly(form.field('tradePassword'))}
      />
      <PasswordField label={t('trade.again')} {...digits} {...digitsOnly(form.field('again'))} />
    </>
  );
}

export function sameTwice(values: Record<Field, string>, message: string): Partial<Record<Field, string>> {
  return values.tradePassword === values.again ? {} : { again: message };
}
