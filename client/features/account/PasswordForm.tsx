import { useTranslation } from 'react-i18next';
import { calls } from '../../lib/calls';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { PasswordField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';

/** Account and password. A refusal stands at the field it is about, or under the form. */
export default function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('account');
  const form = useForm({
    initial: { account: '', password: '' },
    draft: { name: 'login', keep: ['account'] },
    check: ({ account, password }) => ({
      ...(account.trim() === '' && { account: t('password.accountEmpty') }),
      ...(password === '' && { password: t('password.passwordEmpty') }),
    }),
    send: async ({ account, password }) => {
      const session = await calls.userLogin(account.trim(), password);
      queryClient.removeQueries({ queryKey: ['account'] });
      useSession.getState().start(session);
      onDone();
    },
  });
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" kind="plain" wide busy={form.busy}>
          {t('password.submit')}
        </Button>
      }
    >
      <TextField label={t('password.account')} autoComplete="username" {...form.field('account')} />
      <PasswordField label={t('password.password')} autoComplete="current-password" {...form.field('password')} />
    </Form>
  );
}
