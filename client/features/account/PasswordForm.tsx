import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { userLogin } from '../../../contracts/account.calls';
import type { RefusalData } from '../../../contracts/envelope.contract';
import { api, QUIET, RefusalError } from '../../lib/api';
import { timeZoneHere } from '../../lib/device';
import { Button, ButtonLink } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { PasswordField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { GoogleCodeField } from '../security/ProofFields';
import { enter } from './entering';
import styles from './LoginScreen.module.css';

/** Frozen by its owner, who may unfreeze it; only staff unfreeze what staff froze. */
const unfreezable = (data: RefusalData | null): boolean =>
  data?.refusal === 'account.frozen' && data.params['by'] === 'owner';

const codeIfTyped = (googleCode: string): { googleCode?: string } => (googleCode.trim() === '' ? {} : { googleCode });

/** Account and password, and the authenticator's code where one is bound. A refusal stands at the field it is about. */
export default function PasswordForm({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation(['account', 'security']);
  const [code, setCode] = useState<'hidden' | 'offered' | 'asked'>('hidden');
  const needsCode = code === 'asked';
  const [frozen, setFrozen] = useState(false);
  const form = useForm({
    initial: { account: '', password: '', googleCode: '' },
    draft: { name: 'login', keep: ['account'] },
    check: ({ account, password, googleCode }) => ({
      ...(account.trim() === '' && { account: t('password.accountEmpty') }),
      ...(password === '' && { password: t('password.passwordEmpty') }),
      ...(needsCode && googleCode.trim() === '' && { googleCode: t('code.empty') }),
    }),
    send: async ({ account, password, googleCode }) => {
      const login = { account: account.trim(), password, timeZone: timeZoneHere(), ...codeIfTyped(googleCode) };
      try {
        enter(await api.call(userLogin, login, QUIET));
        onDone();
      } catch (error) {
        const data = error instanceof RefusalError ? error.data : null;
        // Not a mistake but the next question: the password was right.
        if (!needsCode && data?.refusal === 'security.google-required') return setCode('asked');
        // A stranger's guesses may have locked it: a right authenticator code still passes.
        if (!needsCode && data?.refusal === 'account.locked') setCode('offered');
        setFrozen(unfreezable(data));
        throw error;
      }
    },
  });
  return (
    <Form
      handle={form}
      actions={
        <>
          <Button type="submit" kind="plain" wide busy={form.busy}>
            {t('password.submit')}
          </Button>
          {/* Under the button: above it, the link would push what was refused out of a phone's window. */}
          {frozen && (
            <ButtonLink to="/verificationCode" kind="quiet">
              {t('security:unfreeze.title')}
            </ButtonLink>
          )}
          {needsCode && (
            <ButtonLink to="/lostGoogle" kind="quiet">
              {t('security:recovery.link')}
            </ButtonLink>
          )}
        </>
      }
    >
      {/* They stay in the page for password managers while the code field is shown. */}
      <div className={styles.kept} hidden={needsCode}>
        <TextField label={t('password.account')} autoComplete="username" {...form.field('account')} />
        <PasswordField label={t('password.password')} autoComplete="current-password" {...form.field('password')} />
      </div>
      {code !== 'hidden' && <GoogleCodeField {...form.field('googleCode')} />}
    </Form>
  );
}
