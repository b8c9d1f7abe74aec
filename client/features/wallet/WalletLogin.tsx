import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { walletLogin } from '../../../contracts/wallet.calls';
import { api, QUIET, RefusalError, toastError } from '../../lib/api';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { AccountQuestion } from './AccountQuestion';
import { signedChallenge, type ReadyWallet } from './sign-in';
import { WalletPhrase } from './WalletPhrase';
import styles from './wallet.module.css';

type Question = 'account' | 'google';

/** Logging in by a wallet. An address without an account needs country and agreement, as registering does. */
export default function WalletLogin({ onDone }: { onDone: () => void }) {
  // Texts that come only with the question would hide the form while they load.
  const { t } = useTranslation(['wallet', 'invitation']);
  const [ready, setReady] = useState<ReadyWallet | null>(null);
  const [question, setQuestion] = useState<Question | null>(null);
  const [busy, setBusy] = useState(false);
  const logIn = async (wallet: ReadyWallet, more: Record<string, string> = {}) => {
    const signed = await signedChallenge(wallet, 'login');
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    const session = await api.call(walletLogin, { ...signed, ...more, timeZone }, QUIET);
    queryClient.removeQueries(EVERYTHING_OWN);
    useSession.getState().start(session);
    onDone();
  };
  const first = async (wallet: ReadyWallet) => {
    setBusy(true);
    setReady(wallet);
    try {
      await logIn(wallet);
    } catch (error) {
      const next = error instanceof RefusalError ? questionOf(error) : null;
      if (next === null) toastError(error);
      setQuestion(next);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.login}>
      {/* It stays there while questions are answered: leaving it would forget the key. */}
      <div hidden={question !== null}>
        <WalletPhrase busy={busy} onReady={(wallet) => void first(wallet)} />
      </div>
      {ready && question === 'account' && (
        <AccountQuestion address={ready.address} send={(more) => logIn(ready, more)} />
      )}
      {ready && question === 'google' && <GoogleQuestion send={(more) => logIn(ready, more)} />}
      <p className={styles.quiet}>{t('simulation')}</p>
    </div>
  );
}

function questionOf({ data }: RefusalError): Question | null {
  if (data?.refusal === 'wallet.unknown') return 'account';
  return data?.refusal === 'security.google-required' ? 'google' : null;
}

function GoogleQuestion({ send }: { send: (more: Record<string, string>) => Promise<void> }) {
  const { t } = useTranslation('wallet');
  const form = useForm({
    initial: { googleCode: '' },
    check: ({ googleCode }) => ({ ...(googleCode.trim() === '' && { googleCode: t('google.empty') }) }),
    send: ({ googleCode }) => send({ googleCode: googleCode.trim() }),
  });
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('google.submit')}
        </Button>
      }
    >
      <TextField
        label={t('google.label')}
        hint={t('google.hint')}
        autoComplete="one-time-code"
        maxLength={32}
        {...form.field('googleCode')}
      />
    </Form>
  );
}
