import { useTranslation } from 'react-i18next';
import { Link, Navigate, useNavigate, useSearchParams } from 'react-router-dom';
import { getCode, resetPassword } from '../../../contracts/account.calls';
import { api, QUIET } from '../../lib/api';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { Form } from '../../ui/Form';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { NewPasswordFields, useNewPasswordCheck } from './NewPasswordFields';
import styles from './LoginScreen.module.css';

/** `/forgetpwd`: a new password by a code to a bound address; `?type=changepwd` is the screen of those who know theirs. */
export default function ForgotPasswordScreen() {
  const { t } = useTranslation('account');
  const [search] = useSearchParams();
  const isReal = useSession((state) => state.session?.realm === 'real');
  if (search.get('type') === 'changepwd' && isReal) return <Navigate to="/editPassword" replace />;
  return (
    <div className={styles.single}>
      <section className={styles.card} aria-labelledby="forgot">
        <h1 id="forgot">{t('forgot.title')}</h1>
        <p className={styles.lead}>{t('forgot.lead')}</p>
        <ForgotForm />
        <p className={styles.links}>
          <Link to="/login">{t('password.submit')}</Link>
          <Link to="/register">{t('password.register')}</Link>
        </p>
      </section>
    </div>
  );
}

function ForgotForm() {
  const { t } = useTranslation('account');
  const go = useNavigate();
  const checkPasswords = useNewPasswordCheck();
  const noAccount = ({ account }: { account: string }) =>
    account.trim() === '' ? { account: t('password.accountEmpty') } : {};
  const form = useForm({
    initial: { account: '', code: '', password: '', confirmPassword: '' },
    draft: { name: 'forgot', keep: ['account'] },
    check: (values) => ({
      ...noAccount(values),
      ...(values.code === '' && { code: t('code.empty') }),
      ...checkPasswords(values),
    }),
    send: async (values) => {
      await api.call(resetPassword, values, { ...QUIET, endsSession: true });
      // All sessions under the old password have ended.
      if (useSession.getState().session?.realm === 'real') useSession.getState().clear();
      void go('/login', { replace: true });
    },
  });
  return (
    <Form
      handle={form}
      label={t('forgot.title')}
      actions={
        <Button type="submit" size="l" wide busy={form.busy}>
          {t('forgot.submit')}
        </Button>
      }
    >
      <TextField
        label={t('password.account')}
        hint={t('forgot.accountHint')}
        autoComplete="username"
        {...form.field('account')}
      />
      <CodeField
        label={t('code.label')}
        hint={t('code.hint')}
        onSend={() =>
          form.checkAndSend(noAccount(form.values), () =>
            api.call(getCode, { purpose: 'forgot-password', account: form.values.account }),
          )
        }
        {...form.field('code')}
      />
      <NewPasswordFields form={form} />
    </Form>
  );
}
