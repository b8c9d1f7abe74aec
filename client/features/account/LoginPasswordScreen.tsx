import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { updatePassword } from '../../../contracts/account.calls';
import { api, QUIET } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { PasswordField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { GoogleCodeField } from '../security/ProofFields';
import { SecurityPage } from '../security/SecurityPage';
import { hasGoogle, refreshSecurity } from '../security/use-security';
import { NewPasswordFields, useNewPasswordCheck } from './NewPasswordFields';
import styles from './LoginScreen.module.css';

/** `/editPassword`: this session stays, all others end. A person without a password sets the first one by a code. */
export default function LoginPasswordScreen() {
  const { t } = useTranslation('account');
  return (
    <SecurityPage title={t('change.title')} lead={t('change.lead')}>
      {(security) => <ChangeForm security={security} />}
    </SecurityPage>
  );
}

function ChangeForm({ security }: { security: SecurityView }) {
  const { t } = useTranslation('account');
  const go = useNavigate();
  const needsCode = hasGoogle(security);
  const checkPasswords = useNewPasswordCheck();
  const form = useForm({
    initial: { oldPassword: '', password: '', confirmPassword: '', googleCode: '' },
    check: (values) => ({
      ...(values.oldPassword === '' && { oldPassword: t('password.passwordEmpty') }),
      ...checkPasswords(values),
      ...(needsCode && values.googleCode.trim() === '' && { googleCode: t('code.empty') }),
    }),
    send: async ({ googleCode, ...values }) => {
      await api.call(updatePassword, { ...values, ...(needsCode && { googleCode }) }, QUIET);
      await refreshSecurity();
      void go('/setting');
    },
  });
  return (
    <Form
      handle={form}
      label={t('change.title')}
      actions={
        <>
          <Button type="submit" busy={form.busy}>
            {t('change.submit')}
          </Button>
          <Link to="/forgetpwd" className={styles.other}>
            {t('change.forgot')}
          </Link>
        </>
      }
    >
      <PasswordField label={t('change.old')} autoComplete="current-password" {...form.field('oldPassword')} />
      <NewPasswordFields form={form} />
      {needsCode && <GoogleCodeField {...form.field('googleCode')} />}
    </Form>
  );
}
