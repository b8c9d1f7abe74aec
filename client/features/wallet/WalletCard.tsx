import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bindWallet, getWallet, unbindWallet } from '../../../contracts/wallet.calls';
import { api, QUIET } from '../../lib/api';
import { EVERYTHING_OWN, walletKey } from '../../lib/keys';
import { Button } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { PasswordField, TextField } from '../../ui/fields';
import { Failed, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { signedChallenge, type ReadyWallet } from './sign-in';
import { WalletPhrase } from './WalletPhrase';
import styles from './wallet.module.css';

/** The wallet that opens this account: bind one, see its address, unbind it. */
export default function WalletCard() {
  const { t } = useTranslation('wallet');
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery({ queryKey: walletKey(), queryFn: () => api.call(getWallet) });
  if (error) return <Failed error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton rows={2} height={24} />;
  return (
    <section className={styles.card} aria-labelledby="wallet-card">
      <h3 id="wallet-card">{t('card.title')}</h3>
      <p>{t(data.address === null ? 'card.unbound' : 'card.bound')}</p>
      {data.address !== null && <CopyText value={data.address} label={t('card.address')} />}
      <Button kind="plain" onClick={() => setOpen(true)}>
        {t(data.address === null ? 'card.bind' : 'card.unbind')}
      </Button>
      {open && (
        <ModalPanel title={t(data.address === null ? 'card.bind' : 'card.unbind')} onClose={() => setOpen(false)}>
          {data.address === null ? (
            <Bind onDone={() => setOpen(false)} />
          ) : (
            <ProofForm
              submit={t('card.unbind')}
              send={(proof) => api.call(unbindWallet, proof, QUIET)}
              onDone={() => setOpen(false)}
            />
          )}
        </ModalPanel>
      )}
    </section>
  );
}

function Bind({ onDone }: { onDone: () => void }) {
  const { t } = useTranslation('wallet');
  const [ready, setReady] = useState<ReadyWallet | null>(null);
  return (
    <>
      <div hidden={ready !== null}>
        <WalletPhrase busy={false} onReady={setReady} />
      </div>
      {ready && (
        <>
          <p className={styles.address} translate="no">
            {ready.address}
          </p>
          <ProofForm
            submit={t('card.bind')}
            send={async (proof) => api.call(bindWallet, { ...(await signedChallenge(ready, 'bind')), ...proof }, QUIET)}
            onDone={onDone}
          />
        </>
      )}
    </>
  );
}

/** Login password, and the authenticator's code for those who have one. */
function ProofForm({
  submit,
  send,
  onDone,
}: {
  submit: string;
  send: (proof: { password: string; googleCode?: string }) => Promise<unknown>;
  onDone: () => void;
}) {
  const { t } = useTranslation('wallet');
  const client = useQueryClient();
  const form = useForm({
    initial: { password: '', googleCode: '' },
    check: ({ password }) => ({ ...(password === '' && { password: t('proof.passwordEmpty') }) }),
    send: async ({ password, googleCode }) => {
      await send({ password, ...(googleCode.trim() !== '' && { googleCode: googleCode.trim() }) });
      await client.invalidateQueries(EVERYTHING_OWN);
      onDone();
    },
  });
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {submit}
        </Button>
      }
    >
      <PasswordField label={t('proof.password')} autoComplete="current-password" {...form.field('password')} />
      <TextField
        label={t('google.label')}
        hint={t('proof.googleHint')}
        autoComplete="one-time-code"
        maxLength={32}
        {...form.field('googleCode')}
      />
    </Form>
  );
}
