import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { walletLogin } from '../../../contracts/wallet.calls';
import { api, QUIET, RefusalError, toastError } from '../../lib/api';
import { useInvitationCode } from '../../lib/invitation-code';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { CountrySelect } from '../../ui/CountrySelect';
import { CheckField, TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { signedChallenge, type ReadyWallet } from './sign-in';
import { WalletPhrase } from './WalletPhrase';
import styles from './wallet.module.css';

type Question = 'account' | 'google';

/** Logging in by a wallet. An address without an account needs country and agreement, as registering does. */
export default function WalletLogin({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('wallet');
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

function AccountQuestion({
  address,
  send,
}: {
  address: string;
  send: (more: Record<string, string>) => Promise<void>;
}) {
  const { t } = useTranslation('wallet');
  const invitation = useInvitationCode();
  const form = useForm({
    initial: { country: '', invitationCode: new URLSearchParams(location.search).get('code') ?? '', agreement: '' },
    check: ({ country, invitationCode, agreement }) => ({
      ...(country === '' && { country: t('account.countryEmpty') }),
      ...invitation.check({ invitationCode }),
      ...(agreement === '' && { agreement: t('account.agreementEmpty') }),
    }),
    send: ({ country, invitationCode }) =>
      send({
        country,
        agreement: 'yes',
        ...(invitationCode.trim() !== '' && { invitationCode: invitationCode.trim() }),
      }),
  });
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('account.submit')}
        </Button>
      }
    >
      <h3>{t('account.title')}</h3>
      <p>{t('account.body')}</p>
      <p className={styles.address} translate="no">
        {address}
      </p>
      <CountrySelect label={t('account.country')} hint={t('account.countryHint')} {...form.field('country')} />
      <TextField {...invitation.field} maxLength={32} autoComplete="off" {...form.field('invitationCode')} />
      <CheckField
        label={
          <>
            {t('account.agreement')} <Link to="/userAgreement">{t('account.agreementLink')}</Link>
          </>
        }
        {...form.field('agreement')}
      />
    </Form>
  );
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
