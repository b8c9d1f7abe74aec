import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { getEpochs } from '../../../contracts/market.calls';
import { api } from '../../lib/api';
import { DRAND_QUICKNET, type EpochView } from '../../../contracts/market.contract';
import { canHash, checkCommitment, checkSeedChain } from '../../../shared/commitment';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { marketKeys } from '../../market/keys';
import { Button } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import styles from './Commitment.module.css';

const EPOCHS = 7;
const REVEALED_SHOWN = 5;

/** What binds every price of the market: the promise for the epoch that runs, and past seeds that anybody may check here. */
export function Commitment() {
  const { t } = useTranslation('market');
  const [search] = useSearchParams();
  const epochs = useEpochs(null);
  // `?epoch=` shows the seeds from a past epoch backwards.
  const wanted = /^\d{1,9}$/.exec(search.get('epoch') ?? '')?.[0] ?? null;
  const past = useEpochs(wanted).data;
  return (
    <section className={styles.card} aria-labelledby="commitment" id="proof">
      <h2 id="commitment">{t('proof.title')}</h2>
      <p className={styles.lead}>{t('proof.lead')}</p>
      <Loadable query={epochs} skeleton={<Skeleton rows={6} height={22} />}>
        {(all) => (
          <>
            {all
              .filter(({ status }) => status === 'running')
              .map((epoch) => (
                <Running key={epoch.epoch} epoch={epoch} />
              ))}
            <Revealed epochs={(past ?? all).filter(({ status }) => status === 'revealed')} />
          </>
        )}
      </Loadable>
    </section>
  );
}

/** The newest epochs, or an epoch and those before it. */
function useEpochs(wanted: string | null) {
  const before = wanted === null ? {} : { before: Number(wanted) + 1 };
  return useQuery({
    queryKey: marketKeys.epochs(wanted ?? ''),
    queryFn: () => api.call(getEpochs, { limit: EPOCHS, ...before }),
    refetchInterval: 60_000,
  });
}

function Running({ epoch }: { epoch: EpochView }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  return (
    <dl className={styles.running}>
      <div>
        <dt>{t('proof.running')}</dt>
        <dd>
          {t('proof.epoch', { epoch: epoch.epoch })} · {format.shortDateTime(epoch.startsAt)} –{' '}
          {format.shortDateTime(epoch.endsAt)}
        </dd>
      </div>
      <div>
        <dt>{t('proof.commitment')}</dt>
        <dd>
          <CopyText value={epoch.commitment} label={t('proof.commitment')}>
            <code>{epoch.commitment}</code>
          </CopyText>
        </dd>
      </div>
      <div>
        <dt>{t('proof.beacon')}</dt>
        <dd>
          <CopyText value={epoch.beacon} label={t('proof.beacon')}>
            <code>{epoch.beacon}</code>
          </CopyText>
          <BeaconSource epoch={epoch} />
          {epoch.lateMs > 0 && (
            <p className={styles.source}>
              {t('proof.late', { time: format.shortDateTime(epoch.startsAt + epoch.lateMs) })}
            </p>
          )}
        </dd>
      </div>
    </dl>
  );
}

/** Where the beacon is from, and with drand, which round of which chain: anyone can ask drand for it. */
function BeaconSource({ epoch }: { epoch: EpochView }) {
  const { t } = useTranslation('market');
  const { source, drandRound, drandChain, withoutDrand } = epoch;
  if (drandChain === null)
    return (
      <>
        <p className={styles.source}>{t(`proof.source.${source}`)}</p>
        {withoutDrand !== null && <p className={styles.source}>{t(`proof.withoutDrand.${withoutDrand}`)}</p>}
      </>
    );
  return (
    <>
      <p className={styles.source}>{t('proof.source.drand', { round: drandRound })}</p>
      <p className={styles.source}>
        {t('proof.chain')}:{' '}
        <CopyText value={drandChain} label={t('proof.chain')}>
          <code>{drandChain}</code>
        </CopyText>
      </p>
      <p className={styles.source}>{t(drandChain === DRAND_QUICKNET ? 'proof.chainKnown' : 'proof.chainUnknown')}</p>
    </>
  );
}

function Revealed({ epochs }: { epochs: EpochView[] }) {
  const { t } = useTranslation('market');
  const [checks, setChecks] = useState<ReadonlyMap<number, SeedCheck>>(new Map());
  const shown = epochs.slice(0, REVEALED_SHOWN);
  const check = async (epoch: EpochView) => {
    if (epoch.seed === null) return;
    const before = epochs.find((each) => each.epoch === epoch.epoch - 1)?.seed ?? null;
    const { equal: kept } = await checkCommitment(epoch.seed, epoch.commitment);
    const linked = before === null ? null : (await checkSeedChain(epoch.seed, before)).equal;
    setChecks((now) => new Map([...now, [epoch.epoch, { kept, linked }]]));
  };
  if (shown.length === 0) return <p className={styles.small}>{t('proof.noneYet')}</p>;
  const command = `npm run audit -- market --epoch ${shown[0]?.epoch}`;
  return (
    <>
      <h3>{t('proof.revealed')}</h3>
      {!canHash() && <p className={styles.small}>{t('proof.insecure')}</p>}
      <ul className={styles.seeds}>
        {shown.map((epoch) => (
          <Seed key={epoch.epoch} epoch={epoch} check={checks.get(epoch.epoch)} onCheck={() => void check(epoch)} />
        ))}
      </ul>
      <p className={styles.small}>{t('proof.explained')}</p>
      <p className={styles.small}>
        <Link to="/scorecard">{t('proof.scorecard')}</Link>
      </p>
      <p className={styles.command}>
        <span>{t('proof.audit')}</span>
        <CopyText value={command} label={t('proof.audit')}>
          <code>{command}</code>
        </CopyText>
      </p>
    </>
  );
}

/** `linked` is about the seed of the epoch before; `null` when that is not at hand. */
interface SeedCheck {
  kept: boolean;
  linked: boolean | null;
}

interface SeedProps {
  epoch: EpochView;
  check: SeedCheck | undefined;
  onCheck: () => void;
}

function Seed({ epoch, check, onCheck }: SeedProps) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const sound = check !== undefined && check.kept && check.linked !== false;
  return (
    <li>
      <span className={styles.epoch}>
        <b>{t('proof.epoch', { epoch: epoch.epoch })}</b>
        <small>{format.shortDateTime(epoch.startsAt)}</small>
      </span>
      {epoch.seed !== null && <CopyText value={epoch.seed} label={t('proof.seed')} />}
      <Button kind="plain" size="s" onClick={onCheck} disabled={!canHash()}>
        {t('proof.check')}
      </Button>
      <p role="status" className={cx(styles.verdict, check && (sound ? styles.sound : styles.broken))}>
        {check && (
          <>
            <Icon name={sound ? 'check' : 'close'} size={15} />
            <span>
              {t(check.kept ? 'proof.kept' : 'proof.notKept')}{' '}
              {check.linked !== null && t(check.linked ? 'proof.linked' : 'proof.notLinked')}
            </span>
          </>
        )}
      </p>
    </li>
  );
}
