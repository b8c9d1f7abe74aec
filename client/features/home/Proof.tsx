import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { EpochView } from '../../../contracts/market.contract';
import { calls } from '../../lib/calls';
import { useFormat } from '../../lib/format';
import { keys } from '../../lib/query';
import { toast } from '../../lib/toasts';
import { Icon } from '../../ui/icons';
import styles from './Proof.module.css';

/** How the proof works, in three steps, with the commitment that binds the prices right now. */
export function Proof() {
  const { t } = useTranslation('home');
  const { data } = useQuery({ queryKey: keys.epochs, queryFn: () => calls.epochs(6), refetchInterval: 60_000 });
  const running = data?.find((epoch) => epoch.status === 'running');
  const revealed = data?.find((epoch) => epoch.status === 'revealed');
  return (
    <section className={styles.proof} aria-labelledby="proof">
      <h2 id="proof">{t('proof.title')}</h2>
      <p className={styles.lead}>{t('proof.lead')}</p>
      <ol>
        <Step number={1} name="promise">
          {running && <Hash label={t('proof.commitment', { epoch: running.epoch })} value={running.commitment} />}
        </Step>
        <Step number={2} name="trade">
          {running && <Until epoch={running} />}
        </Step>
        <Step number={3} name="check">
          {revealed?.seed && <Hash label={t('proof.seed', { epoch: revealed.epoch })} value={revealed.seed} />}
        </Step>
      </ol>
      <p className={styles.limits}>{t('proof.limits')}</p>
    </section>
  );
}

function Step({ number, name, children }: { number: number; name: string; children: React.ReactNode }) {
  const { t } = useTranslation('home');
  return (
    <li className={styles.step}>
      <span className={styles.number} aria-hidden="true">
        {number}
      </span>
      <h3>{t(`proof.${name}.title`)}</h3>
      <p>{t(`proof.${name}.body`)}</p>
      {children}
    </li>
  );
}

function Until({ epoch }: { epoch: EpochView }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  return <p className={styles.fact}>{t('proof.until', { time: format.dateTime(epoch.endsAt) })}</p>;
}

function Hash({ label, value }: { label: string; value: string }) {
  const { t } = useTranslation('common');
  const copy = () =>
    void navigator.clipboard?.writeText(value).then(
      () => toast('success', t('action.copied')),
      () => undefined,
    );
  return (
    <div className={styles.fact}>
      <span>{label}</span>
      <button type="button" onClick={copy} title={value}>
        <code>
          {value.slice(0, 12)}…{value.slice(-8)}
        </code>
        <Icon name="copy" size={14} />
        <span className="hidden-visually">{t('action.copy')}</span>
      </button>
    </div>
  );
}
