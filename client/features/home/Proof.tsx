import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { getEpochs } from '../../../contracts/market.calls';
import { getCheckpoints } from '../../../contracts/audit.calls';
import { api } from '../../lib/api';
import type { EpochView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { marketKeys } from '../../market/keys';
import { CopyText } from '../../ui/CopyText';
import { homeKeys } from './home.feature';
import styles from './Proof.module.css';

/** How the proof works, in three steps, each with a piece of evidence of this moment. */
export function Proof() {
  const { t } = useTranslation('home');
  const { data } = useQuery({
    queryKey: marketKeys.epochs(''),
    queryFn: () => api.call(getEpochs, { limit: 7 }),
    refetchInterval: 60_000,
  });
  const running = data?.find((epoch) => epoch.status === 'running');
  const revealed = data?.find((epoch) => epoch.status === 'revealed');
  return (
    <section className={styles.proof} aria-labelledby="proof">
      <h2 id="proof">{t('proof.title')}</h2>
      <p className={styles.lead}>{t('proof.lead')}</p>
      <ol>
        <Step number={1} name="promise">
          {running && <Fact label={t('proof.commitment', { epoch: running.epoch })} value={running.commitment} />}
        </Step>
        <Step number={2} name="trade">
          {running && <Until epoch={running} />}
        </Step>
        <Step number={3} name="check">
          {revealed?.seed && <Fact label={t('proof.seed', { epoch: revealed.epoch })} value={revealed.seed} />}
        </Step>
      </ol>
      <Checkpoint />
      <p className={styles.limits}>
        {t('proof.limits')} <Link to="/market?symbol=BTCUSDT#proof">{t('proof.tryIt')}</Link>
        {' · '}
        <Link to="/scorecard">{t('proof.scorecard')}</Link>
      </p>
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
      <div className={styles.fact}>{children}</div>
    </li>
  );
}

function Until({ epoch }: { epoch: EpochView }) {
  const { t } = useTranslation('home');
  const format = useFormat();
  return <span>{t('proof.until', { time: format.dateTime(epoch.endsAt) })}</span>;
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <>
      <span>{label}</span>
      <CopyText value={value} label={label} />
    </>
  );
}

/** The newest signed statement of where the history stands: keep it, and nobody can take back what it covers. */
function Checkpoint() {
  const { t } = useTranslation('home');
  const format = useFormat();
  const { data } = useQuery({
    queryKey: homeKeys.checkpoint('demo'),
    queryFn: () => api.call(getCheckpoints, { realm: 'demo', limit: 1 }),
    refetchInterval: 60_000,
  });
  const newest = data?.checkpoints[0];
  if (newest === undefined) return null;
  const { position, at, hash, signedText, signature } = newest;
  return (
    <div className={styles.checkpoint}>
      <span>{t('proof.checkpoint', { position: format.count(position), time: format.dateTime(at) })}</span>
      <CopyText value={`${signedText}\n${signature}`} label={t('proof.signed')}>
        <code>
          {hash.slice(0, 12)}…{hash.slice(-8)}
        </code>
      </CopyText>
      <a href="/web/getCheckpoints?realm=demo">{t('proof.allCheckpoints')}</a>
    </div>
  );
}
