import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustodyInfo, CustodyOrder } from '../../../contracts/custody.contract';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import { FactList } from '../../ui/FactList';
import ModalPanel from '../../ui/ModalPanel';
import { Amount } from '../../ui/numbers';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { EpochLink, Verified } from './Rates';
import { Redemption } from './Redemption';
import { StatusChip } from './StatusChip';
import { CUSTODY_POLICY, useOrder } from './use-custody';
import { useWords } from './words';
import { useUtcDay } from '../../lib/use-utc-day';
import styles from './Custody.module.css';

/** One order: how it stands, each day with its rate and the epoch that proves it, and the way out. */
export default function OrderDetail({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('custody');
  return (
    <ModalPanel title={t('detail.title')} onClose={onClose} size={620} tall>
      <Loadable
        query={useOrder(orderId)}
        skeleton={<Skeleton rows={10} height={22} />}
        isEmpty={({ order }) => order === null}
        empty={<Empty text={t('orders.noMatch')} />}
      >
        {({ order, now, atMaturity, days }) =>
          order && (
            <div className={styles.detail} data-testid="custody-detail">
              <Redemption order={order} now={now} />
              <Facts order={order} atMaturity={atMaturity} />
              <DayTable order={order} days={days} />
              <Verified />
            </div>
          )
        }
      </Loadable>
    </ModalPanel>
  );
}

function Facts({ order, atMaturity }: { order: CustodyOrder } & Pick<CustodyInfo, 'atMaturity'>) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const { nameOf } = useWords();
  const rangeOf = ({ least, most }: Record<'least' | 'most', string>) =>
    t('fact.amountRange', { least: format.amount(least, 8, 2), most: format.amount(most, 8, 2) });
  const usdt = (text: string) => (
    <>
      <Amount value={text} decimals={8} /> USDT
    </>
  );
  const rows: (readonly [string, ReactNode])[] = [
    [t('fact.product'), nameOf(order)],
    [t('column.status'), <StatusChip key="status" status={order.status} />],
    [t('buy.amount'), usdt(order.amount)],
    ...(order.interest === null
      ? [[t('detail.interest'), usdt(order.accrued)] as const]
      : [[t('detail.interestPaid'), usdt(order.interest)] as const]),
    ...(atMaturity === null ? [] : [[t('detail.ahead'), rangeOf(atMaturity.returned)] as const]),
    ...(order.penaltyPaid === null || order.penaltyPaid === '0'
      ? []
      : [[t('detail.penalty'), usdt(order.penaltyPaid)] as const]),
    ...(order.returned === null ? [] : [[t('detail.paid'), usdt(order.returned)] as const]),
    [t('column.bought'), format.dateTime(order.boughtAt)],
    [t('buy.maturity'), format.dateTime(order.maturesAt)],
    [
      t('detail.rules'),
      <>
        {t('detail.version', { version: order.version })}{' '}
        <WhyButton policy={CUSTODY_POLICY} version={order.version} inputs={{}} />
      </>,
    ],
    [t('column.number'), <CopyText key="id" value={order.orderId} label={t('column.number')} />],
  ];
  return <FactList className={styles.facts} rows={rows} />;
}

function DayTable({ days, order }: { order: CustodyOrder } & Pick<CustodyInfo, 'days'>) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const day = useUtcDay();
  return (
    <table className={styles.days} data-testid="custody-days">
      <thead>
        <tr>
          <th scope="col">{t('column.date')}</th>
          <th scope="col">{t('column.rate')}</th>
          <th scope="col">{t('column.dayInterest')}</th>
          <th scope="col">{t('column.epoch')}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ date, rate, interest, epoch, revealsAt }) => (
          <tr key={date}>
            <th scope="row">{day(date)}</th>
            <td>{rate === null ? '–' : format.share(rate, 2)}</td>
            <td>
              {interest === null
                ? order.endedAt === null
                  ? '–'
                  : t('detail.notPaid')
                : format.amountDown(interest, 8)}
            </td>
            <td>
              {rate === null ? (
                <small>{t('detail.reveals', { at: format.shortDateTime(revealsAt) })}</small>
              ) : (
                <EpochLink epoch={epoch} />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
