import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { drawFromFaucet } from '../../../contracts/chain.calls';
import { api, QUIET } from '../../lib/api';
import type { FaucetAnswer } from '../../../contracts/chain.contract';
import { useFormat } from '../../lib/format';
import { usePublishedPolicy } from '../../lib/published-policy';
import { Button } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { DecimalInput } from '../../ui/DecimalInput';
import { Form } from '../../ui/Form';
import { CheckField } from '../../ui/fields';
import { Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { Confirmations } from './Standing';
import { explorerPath, useChainTransaction, useNetworks } from './use-chain';
import styles from './Chain.module.css';

interface FaucetPanelProps {
  network: string;
  asset: string;
  address: string;
  tag?: string | null;
  onSent?: (hash: string) => void;
}

/** Simulates an outside wallet that pays coins to the address. Labelled as such. */
export function FaucetPanel(props: FaucetPanelProps) {
  const { t } = useTranslation('chain');
  const id = useId();
  return (
    <section className={styles.faucet} aria-labelledby={id}>
      <h2 id={id}>
        {t('faucet.title')} <span className={styles.tag}>{t('simulated')}</span>
      </h2>
      <p className={styles.quiet}>{t('faucet.lead')}</p>
      {/* Another address is another payment, which begins with an empty form. */}
      <Faucet key={`${props.network} ${props.asset} ${props.address}`} {...props} />
    </section>
  );
}

function Faucet({ network, asset, address, tag = null, onSent }: FaucetPanelProps) {
  const { t } = useTranslation('chain');
  const { data: networks } = useNetworks();
  const rules = useFaucetRules();
  const [sent, setSent] = useState<FaucetAnswer | null>(null);
  const decimals = networks?.find((each) => each.network === network)?.assets.find((each) => each.asset === asset);
  const form = useForm({
    initial: { amount: '', experiment: '' },
    check: ({ amount }) => (/[1-9]/.test(amount) ? {} : { amount: t('faucet.amountMissing') }),
    send: async ({ amount, experiment }, requestToken) => {
      const answer = await api.call(
        drawFromFaucet,
        {
          network,
          asset,
          address,
          tag: tag ?? '',
          amount,
          requestToken,
          experiment: experiment === 'yes' ? 'double-spend' : 'none',
        },
        QUIET,
      );
      setSent(answer);
      onSent?.(answer.transaction.hash);
    },
  });
  if (sent !== null) return <Sent answer={sent} onAgain={() => setSent(null)} />;
  if (decimals === undefined) return <Skeleton rows={2} height={44} />;
  return (
    <Form
      handle={form}
      label={t('faucet.title')}
      actions={
        <Button type="submit" kind="plain" busy={form.busy}>
          {t('faucet.send', { asset })}
        </Button>
      }
    >
      {rules !== undefined && <p className={styles.quiet}>{t('faucet.limits', rules)}</p>}
      <DecimalInput
        label={t('faucet.amount')}
        unit={asset}
        decimals={decimals.decimals}
        step="1"
        {...form.field('amount')}
      />
      {rules?.experiments === true && (
        <CheckField label={t('faucet.experiment')} hint={t('faucet.experimentHint')} {...form.field('experiment')} />
      )}
    </Form>
  );
}

/** What the published rules allow, as texts for a sentence. */
function useFaucetRules(): { max: string; perDay: string; experiments: boolean } | undefined {
  const format = useFormat();
  const { data } = usePublishedPolicy('chain.rules');
  if (data === undefined) return undefined;
  const { faucetMaxUsdt, faucetPerDay, faucetExperiments } = data.values;
  return {
    max: format.amount(String(faucetMaxUsdt), 2),
    perDay: format.count(Number(faucetPerDay)),
    experiments: faucetExperiments === true,
  };
}

function Sent({ answer, onAgain }: { answer: FaucetAnswer; onAgain: () => void }) {
  const { t } = useTranslation('chain');
  const format = useFormat();
  const { network, hash, amount, asset } = answer.transaction;
  const { data: transfer = answer.transaction } = useChainTransaction(network, hash);
  return (
    <div className={styles.sent} role="status">
      <p>
        {t('faucet.sent', { amount: format.amount(amount, 18), asset })}{' '}
        <CopyText value={hash} label={t('transfer.hash')} />
      </p>
      <Confirmations transfer={transfer} />
      <p className={styles.row}>
        <Link to={explorerPath(network, { hash })} className={styles.link}>
          {t('faucet.explore')}
        </Link>
        <span className={styles.quiet}>{t('faucet.left', { left: format.count(answer.leftToday) })}</span>
      </p>
      <Button kind="plain" size="s" onClick={onAgain}>
        {t('faucet.again')}
      </Button>
    </div>
  );
}
