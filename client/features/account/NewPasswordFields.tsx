import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/fields';
import type { FormHandle } from '../../ui/use-form';

type NewPassword = { password: string; confirmPassword: string };

/** A new password, with its strength shown while typing. */
export function NewPasswordFields({ form }: { form: Pick<FormHandle<keyof NewPassword>, 'field'> }) {
  const { t } = useTranslation('account');
  return (
    <>
      <PasswordField
        label={t('new.password')}
        hint={t('new.hint')}
        autoComplete="new-password"
        withStrength
        {...form.field('password')}
      />
      <PasswordField label={t('new.confirm')} autoComplete="new-password" {...form.field('confirmPassword')} />
    </>
  );
}

/** The browser's checks of two new passwords; the rules are the server's. */
export function useNewPasswordCheck() {
  const { t } = useTranslation('account');
  return ({ password, confirmPassword }: NewPassword) => ({
    ...(password === '' && { password: t('password.passwordEmpty') }),
    ...(password !== '' && confirmPassword !== password && { confirmPassword: t('new.differ') }),
  });
}
