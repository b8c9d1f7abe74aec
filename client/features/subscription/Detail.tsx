import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Subscription, SubscriptionInfo } from '../../../contracts/subscription.contract';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { FactList } from '../../ui/FactList';
import ModalPanel from '../../ui/ModalPanel';
import { Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { SUBSCRIPTION_POLICY, useSubscription } from './use-subscription';
import styles from './Subscription.module.css';

/** One subscription: how it stands, and everything that its coins follow from. */
export default function Detail({ subscriptionId, onClose }: { subscriptionId: string; onClose: () => void }) {
  const { t } = useTranslation('subscription');
  return (
    <ModalPanel title={t('detail.title')} onClose={onClose} size={620} tall>
      <Loadable query={useSubscription(subscriptionId)} skeleton={<Skeleton rows={10} height={22} />}>
        {(info) => (
          <div className={styles.detail} data-testid="subscription-detail">
            <State subscription={info.subscription} />
            <Facts info={info} />
            {info.allocation !== null && <Allocation info={info} />}
          </div>
        )}
      </Loadable>
    </ModalPanel>
  );
}

function State({ subscription: { status, checked, failure, reasons } }: { subscription: Subscription }) {
  const { t } = useTranslation(['subscription', 'review']);
  return (
    <>
      <p>
        <span className={styles.status} data-status={status}>
          {t(`label.${status}`)}
        </span>
      </p>
      {status === 'under-review' && <p className={styles.note}>{t(checked ? 'detail.checked' : 'detail.waiting')}</p>}
      {failure !== null && <p>{t(`failure.${failure}`)}</p>}
      {reasons.length > 0 && (
        <p>
          {t('detail.reasons')}: {reasons.map((reason) => t(`review:reason.subscription.${reason}`)).join(', ')}
        </p>
      )}
    </>
  );
}

function Facts({ info: { subscription, estimate } }: { info: SubscriptionInfo }) {
  const { t } = useTranslation('subscription');
  const format = useFormat();
  const { coin, passed, passedUsdt, feePaid, refunded, unlocksAt, coinsOnHold, onHold } = subscription;
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  const coins = (count: number) => `${format.count(count)} ${coin}`;
  const rows: (readonly [string, ReactNode])[] = [
    [t('column.coin'), `${subscription.name} (${coin})`],
    [t('column.coins'), coins(subscription.coins)],
    [t('fact.price'), usdt(subscription.issuePrice)],
    [t('detail.margin'), usdt(subscription.margin)],
    [t('buy.fee'), usdt(subscription.fee)],
    [t('column.hold'), coinsOnHold > 0 ? coins(coinsOnHold) : usdt(onHold)],
    ...(estimate === null ? [] : [[t('buy.estimate'), `≈ ${coins(estimate)}`] as const]),
    ...(passed === null ? [] : [[t('column.passed'), coins(passed)] as const]),
    ...(passedUsdt === null ? [] : [[t('detail.passedUsdt'), usdt(passedUsdt)] as const]),
    ...(feePaid === null ? [] : [[t('detail.feePaid'), usdt(feePaid)] as const]),
    ...(refunded === null ? [] : [[t('label.refunded'), usdt(refunded)] as const]),
    [t('fact.closes'), format.dateTime(subscription.closesAt)],
    [t('fact.lists'), format.dateTime(subscription.listsAt)],
    [t('fact.lockup'), t('fact.days', { count: subscription.lockupDays })],
    ...(unlocksAt === null ? [] : [[t('fact.unlocks'), format.dateTime(unlocksAt)] as const]),
    [
      t('detail.rules'),
      <>
        {t('detail.version', { version: subscription.version })}{' '}
        <WhyButton policy={SUBSCRIPTION_POLICY} version={subscription.version} inputs={{}} />
      </>,
    ],
    [t('detail.number'), <CopyText key="id" value={subscription.subscriptionId} label={t('detail.number')} />],
  ];
  return <FactList className={styles.facts} rows={rows} />;
}

/** What anybody needs to count the coins again. */
function Allocation({ info }: { info: SubscriptionInfo }) {
  const { t } = useTranslation('subscription');
  const format = useFormat();
  const { allocation, subscription, remainder, rank, tie } = info;
  if (allocation === null || remainder === null || tie === null) return null;
  const { volume, total, leftover, epoch, seed } = allocation;
  const rows: (readonly [string, ReactNode])[] = [
    [t('detail.volume'), format.count(volume)],
    [t('detail.total'), format.count(total)],
    [t('detail.own'), format.count(subscription.coins)],
    [t('detail.remainder'), format.amount(remainder, 0)],
    [t('detail.rank'), t('detail.rankOf', { rank: format.count(rank ?? 0), leftover: format.count(leftover) })],
    [t('detail.seed', { epoch: format.count(epoch) }), <CopyText key="seed" value={seed} label={t('detail.tie')} />],
    [t('detail.tie'), <CopyText key="tie" value={tie} label={t('detail.tie')} />],
  ];
  return (
    <section data-testid="allocation">
      <h3>{t('detail.how')}</h3>
      <p className={styles.note}>{t('detail.rule')}</p>
      <FactList className={styles.facts} rows={rows} />
    </section>
  );
}
