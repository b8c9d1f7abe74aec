import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../ui/fields';
import type { FormHandle } from '../../ui/use-form';

type NewPassword = { password: string; confirmPassword: string };

/** A password that is chosen: how hard it is to guess is said while it is typed. */
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

/** What a browser can tell of two new passwords; the rules are the server's. */
export function useNewPasswordCheck() {
  const { t } = useTranslation('account');
  return ({ password, confirmPassword }: NewPassword) => ({
    ...(password === '' && { password: t('password.passwordEmpty') }),
    ...(password !== '' && confirmPassword !== password && { confirmPassword: t('new.differ') }),
  });
}
