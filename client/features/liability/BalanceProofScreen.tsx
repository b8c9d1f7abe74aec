import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { getLiabilityEpochs, getLiabilityProof } from '../../../contracts/liability.calls';
import type { LiabilityEpochsView, LiabilityProofView } from '../../../contracts/liability.contract';
import { api, RefusalError } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useRealm, useSession } from '../../lib/session';
import { CopyText } from '../../ui/CopyText';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Statements } from '../statement/Statements';
import { EpochList } from './EpochList';
import { LogCard } from './LogCard';
import { liabilityKeys } from './liability.feature';
import { ProofFiles } from './ProofFiles';
import { ProofSteps } from './ProofSteps';
import { verifyProof } from './verify-proof';
import styles from './BalanceProof.module.css';

/** The polling interval for a proof that does not exist yet. */
const LOOK_MS = 15_000;

/** `/bps`: that one's own balances are counted in what is owed, checked here and now, and the roots of all epochs. */
export default function BalanceProofScreen() {
  const { t } = useTranslation(['liability', 'common']);
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.bps')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <p className={styles.limits}>
        <Icon name="info" size={20} />
        <span>{t('noReserves')}</span>
      </p>
      <OwnProof />
      <AccountStatements />
      <Revealed />
      <EpochList />
      <LogCard />
    </div>
  );
}

function AccountStatements() {
  const { t } = useTranslation('statement');
  return (
    <section className={styles.card} aria-labelledby="statements">
      <h2 id="statements">{t('title')}</h2>
      <Statements />
    </section>
  );
}

function OwnProof() {
  const { t } = useTranslation('liability');
  const realm = useRealm();
  const proof = useQuery({
    queryKey: liabilityKeys.proof(),
    queryFn: () => api.call(getLiabilityProof),
    refetchInterval: ({ state }) => state.error !== null && LOOK_MS,
  });
  // The public root, fetched separately: a proof against its own root would prove nothing.
  const roots = useQuery({
    queryKey: liabilityKeys.roots(realm),
    queryFn: () => api.call(getLiabilityEpochs, { realm, limit: 200 }),
  });
  return (
    <section className={styles.card} aria-labelledby="own-proof">
      <h2 id="own-proof">{t('own.title')}</h2>
      {isNotCounted(proof.error) && proof.data === undefined ? (
        <NotCounted error={proof.error} roots={roots.data} />
      ) : (
        <Loadable query={proof} skeleton={<Skeleton rows={4} height={36} />}>
          {(data) => (
            <Loadable query={roots} skeleton={<Skeleton rows={4} height={36} />}>
              {(published) => <Checked proof={data} published={published} />}
            </Loadable>
          )}
        </Loadable>
      )}
    </section>
  );
}

/** Nothing is wrong: no epoch has counted this account yet. */
const isNotCounted = (error: unknown): error is RefusalError =>
  error instanceof RefusalError && ['liability.none-yet', 'liability.no-leaf'].includes(error.data?.refusal ?? '');

function NotCounted({ error, roots }: { error: RefusalError; roots: LiabilityEpochsView | undefined }) {
  const { t } = useTranslation(['liability', 'refusal']);
  const format = useFormat();
  const { refusal = '', params = {} } = error.data ?? {};
  // The server writes instants in UTC; the rest of the page uses the reader's clock.
  const when = Object.fromEntries(Object.entries(params).map(([name, at]) => [name, format.dateTime(Number(at))]));
  return (
    <Empty text={t(`refusal:${refusal}`, when)}>
      {refusal === 'liability.no-leaf' && roots !== undefined && (
        <p>{t('own.next', { at: format.dateTime(roots.nextAt) })}</p>
      )}
    </Empty>
  );
}

function Checked({ proof, published }: { proof: LiabilityProofView; published: LiabilityEpochsView }) {
  const { t } = useTranslation('liability');
  const format = useFormat();
  // Balances belong to a life of an account: a demo account that began anew is another owner.
  const ownerId = useSession(({ session }) => `${session?.userId ?? ''}.${session?.demo?.generation ?? 1}`);
  const { problem, steps } = useMemo(() => {
    const root = published.items.find(({ epoch }) => epoch === proof.epoch);
    return verifyProof(proof, ownerId, root);
  }, [proof, published, ownerId]);
  return (
    <>
      <p className={problem === null ? styles.right : styles.wrong} role={problem === null ? 'status' : 'alert'}>
        <Icon name={problem === null ? 'check' : 'warning'} size={22} />
        <span>
          <b>{t(problem === null ? 'own.counted' : 'own.notCounted')}</b>
          {problem === null
            ? t('own.countedBody', { at: format.dateTime(proof.epoch), hashes: format.count(steps.length) })
            : t(`problem.${problem}`)}
        </span>
      </p>
      <OwnSums proof={proof} />
      <dl className={styles.facts}>
        <div>
          <dt>{t('fact.root')}</dt>
          <dd>
            <CopyText value={proof.root} label={t('fact.root')} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.event')}</dt>
          <dd>
            {format.count(proof.committedPosition)} <CopyText value={proof.committedHash} label={t('fact.event')} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.position')}</dt>
          <dd>
            {format.count(proof.position)} <CopyText value={proof.head} label={t('fact.position')} />
          </dd>
        </div>
        <div>
          <dt>{t('fact.leaf')}</dt>
          <dd>{t('fact.leafOf', { leaf: format.count(proof.leaf.index + 1), leaves: format.count(proof.leaves) })}</dd>
        </div>
      </dl>
      <ProofSteps proof={proof} steps={steps} />
      <ProofFiles proof={proof} published={published} />
      <p className={styles.note}>{t('own.next', { at: format.dateTime(published.nextAt) })}</p>
    </>
  );
}

/** One's own balances beside what is owed to all: in figures, from the leaf and the root that were just checked. */
function OwnSums({ proof }: { proof: LiabilityProofView }) {
  const { t } = useTranslation('liability');
  const format = useFormat();
  const total = (asset: string): string => proof.sums.find((sum) => sum.asset === asset)?.amount ?? '0';
  return (
    <table className={styles.sums}>
      <caption className="hidden-visually">{t('own.sums')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('column.asset')}</th>
          <th scope="col">{t('column.own')}</th>
          <th scope="col">{t('column.all')}</th>
        </tr>
      </thead>
      <tbody>
        {proof.leaf.sums.map(({ asset, amount }) => (
          <tr key={asset}>
            <th scope="row">{asset}</th>
            <td>{format.amount(amount, 18)}</td>
            <td>{format.amountDown(total(asset), 8)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Revealed() {
  const { t } = useTranslation('liability');
  return (
    <section className={styles.card} aria-labelledby="proof-words">
      <h2 id="proof-words">{t('words.title')}</h2>
      {(['how', 'cannot', 'reveals', 'notProven'] as const).map((each) => (
        <div key={each}>
          <h3>{t(`words.${each}`)}</h3>
          <p>{t(`words.${each}Body`)}</p>
        </div>
      ))}
    </section>
  );
}
