import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { PublicLogView } from '../../../contracts/public-log.contract';
import { getLogConsistency, getLogs } from '../../../contracts/public-log.calls';
import type { TradingRealm } from '../../../contracts/realm.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useRealm } from '../../lib/session';
import { CopyText } from '../../ui/CopyText';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { isContinued, keepLog, keptLog, type SeenLog } from './seen-log';
import { liabilityKeys } from './liability.feature';
import styles from './BalanceProof.module.css';

/** A log is published each minute in which it grew; the first time at once. */
const LOOK_MS = 60_000;
const LOOK_AT_FIRST_MS = 2_000;

interface Looked {
  readonly shown: PublicLogView;
  readonly seen: SeenLog | undefined;
  readonly isRight: boolean;
}

/** The log of the realm: that it goes on from what this browser saw last. */
export function LogCard() {
  const { t } = useTranslation('liability');
  const realm = useRealm();
  const query = useQuery({
    queryKey: liabilityKeys.log(realm),
    queryFn: () => look(realm),
    refetchInterval: ({ state }) => (state.data === null ? LOOK_AT_FIRST_MS : LOOK_MS),
  });
  return (
    <section className={styles.card} aria-labelledby="public-log">
      <h2 id="public-log">{t('log.title')}</h2>
      <p className={styles.note}>{t('log.lead')}</p>
      <Loadable query={query} skeleton={<Skeleton rows={3} height={36} />}>
        {(looked) => (looked === null ? <Empty text={t('log.none')} /> : <Verdict {...looked} />)}
      </Loadable>
    </section>
  );
}

/** What is right is kept for the next look; what is not never takes its place. */
async function look(realm: TradingRealm): Promise<Looked | null> {
  const shown = (await api.call(getLogs)).find((log) => log.realm === realm);
  if (shown === undefined) return null;
  const seen = keptLog(realm);
  const isRight = seen === undefined || isContinued(seen, shown, await proofBetween(realm, seen.size, shown.size));
  if (isRight) keepLog(shown);
  return { shown, seen, isRight };
}

async function proofBetween(realm: TradingRealm, from: number, to: number): Promise<string[]> {
  return from < to ? (await api.call(getLogConsistency, { realm, from, to })).proof : [];
}

function Verdict({ shown, seen, isRight }: Looked) {
  const { t } = useTranslation('liability');
  const format = useFormat();
  const kind = seen === undefined ? 'first' : isRight ? 'continues' : 'broken';
  const words = {
    now: format.count(shown.size),
    before: format.count(seen?.size ?? 0),
    at: format.dateTime(seen?.at ?? 0),
  };
  return (
    <>
      <p className={isRight ? styles.right : styles.wrong} role={isRight ? 'status' : 'alert'}>
        <Icon name={isRight ? 'check' : 'warning'} size={22} />
        <span>
          <b>{t(`log.${kind}`)}</b>
          {t(`log.${kind}Body`, words)}
        </span>
      </p>
      <dl className={styles.facts}>
        {!isRight && seen !== undefined && <Head label={t('log.seen', words)} {...seen} />}
        <Head label={t('log.shown')} {...shown} />
      </dl>
    </>
  );
}

function Head({ label, size, root }: { label: string; size: number; root: string }) {
  const format = useFormat();
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {format.count(size)} <CopyText value={root} label={label} />
      </dd>
    </div>
  );
}
