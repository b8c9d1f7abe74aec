import { PasswordInput, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusalError, toastError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import Mantine from '../../ui/mantine';
import styles from './LoginScreen.module.css';

/** Account and password. A refusal stands at the field it is about, or under the form. */
export default function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const [account, setAccount] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (account.trim() === '') return setProblem({ field: 'account', message: t('password.accountEmpty') });
    if (password === '') return setProblem({ field: 'password', message: t('password.passwordEmpty') });
    setBusy(true);
    setProblem(null);
    try {
      const session = await calls.userLogin(account.trim(), password);
      queryClient.removeQueries({ queryKey: ['account'] });
      useSession.getState().start(session);
      onDone();
    } catch (error) {
      if (error instanceof RefusalError) setProblem({ field: error.data?.field ?? 'form', message: error.message });
      else toastError(error);
    } finally {
      setBusy(false);
    }
  };
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <Mantine>
      <form className={styles.form} onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label={t('password.account')}
          autoComplete="username"
          value={account}
          onChange={(event) => setAccount(event.currentTarget.value)}
          error={errorOf('account')}
        />
        <PasswordInput
          label={t('password.password')}
          autoComplete="current-password"
          visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
          error={errorOf('password')}
        />
        {problem?.field === 'form' && (
          <p role="alert" className={styles.problem}>
            {problem.message}
          </p>
        )}
        <Button type="submit" kind="plain" wide busy={busy}>
          {t('password.submit')}
        </Button>
      </form>
    </Mantine>
  );
}
