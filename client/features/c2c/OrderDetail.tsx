import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { C2cOrderView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { serverNow } from '../../lib/server-clock';
import { ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import ModalPanel from '../../ui/ModalPanel';
import { Loadable, Skeleton } from '../../ui/states';
import { SentImages } from '../../ui/SentImages';
import { WhyButton } from '../policy/WhyButton';
import { Appeal } from './Appeal';
import { Chat } from './Chat';
import { minorOf } from './c2c-form';
import { Facts, Label, TimeLeft } from './Standing';
import { useOrder } from './use-c2c';
import styles from './C2c.module.css';

/** One order whole: how it stands, what there is to do, what it cost by which rule, what happened, and words with support. */
export default function OrderDetail({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { t } = useTranslation('c2c');
  const query = useOrder(orderId);
  return (
    <ModalPanel title={t('detail.title')} onClose={onClose} size={720} tall>
      <Loadable query={query} skeleton={<Skeleton rows={8} height={22} />}>
        {(order) => (
          <div className={styles.detail} data-testid="c2c-detail" data-status={order.status}>
            <div className={styles.head}>
              <Label order={order} />
              <TimeLeft until={order.expiresAt} />
            </div>
            <Next order={order} />
            <OrderFacts order={order} />
            <Timeline order={order} />
            <Chat orderId={orderId} />
          </div>
        )}
      </Loadable>
    </ModalPanel>
  );
}

/** What this status means for the person, and the way on. */
function Next({ order }: { order: C2cOrderView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { status, orderId, reasons, note, reinstatableUntil, appealUntil } = order;
  return (
    <div className={styles.next}>
      <p role="status">{t(`account.${status}`)}</p>
      {status === 'matched' && (
        <p className={styles.actions}>
          <ButtonLink to={`${pathOf('c2cAccount')}?id=${orderId}`}>{t('account.show')}</ButtonLink>
          <ButtonLink kind="plain" to={`${pathOf('c2cProof')}?id=${orderId}`}>
            {t('account.next')}
          </ButtonLink>
        </p>
      )}
      {status === 'expired' && reinstatableUntil !== null && (
        <p>
          {reinstatableUntil > serverNow()
            ? t('expired.until', { date: format.dateTime(reinstatableUntil) })
            : t('expired.forGood')}
        </p>
      )}
      {(status === 'rejected' || status === 'appealed') && reasons.length > 0 && (
        <div className={styles.reasons}>
          <ul>
            {reasons.map((reason) => (
              <li key={reason}>{reason}</li>
            ))}
          </ul>
          {note !== null && <blockquote>{note}</blockquote>}
        </div>
      )}
      {appealUntil !== null && appealUntil > serverNow() && <Appeal orderId={orderId} until={appealUntil} />}
    </div>
  );
}

function OrderFacts({ order }: { order: C2cOrderView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { reference, amount, asset, payAmount, currency, price, index, indexAt, policy, version } = order;
  const { margin, opensAt, contractNumber, seller, payerName, payerBank, voucher } = order;
  const given = (name: string, value: string | null): (readonly [string, ReactNode])[] =>
    value === null ? [] : [[name, value]];
  const copied = (name: string, value: string | null): (readonly [string, ReactNode])[] =>
    value === null
      ? []
      : [
          [
            name,
            <CopyText key={name} value={value} label={name}>
              <b>{value}</b>
            </CopyText>,
          ],
        ];
  return (
    <Facts
      rows={[
        ...copied(t('fact.reference'), reference),
        [t('column.amount'), `${format.amount(amount, 2)} ${asset}`],
        [t('fact.pay'), `${format.decimal(payAmount, minorOf(currency))} ${currency}`],
        [
          t('fact.price'),
          <>
            {`1 ${asset} = ${format.decimal(price, 4)} ${currency}`}{' '}
            <WhyButton policy={policy} version={version} inputs={{ margin, index }} />
          </>,
        ],
        [t('fact.index'), `${format.amount(index, 8)} · ${format.dateTime(indexAt)}`],
        [
          t('fact.margin'),
          opensAt === null
            ? format.share(margin)
            : t('detail.closedMargin', { margin: format.share(margin), time: format.dateTime(opensAt) }),
        ],
        ...copied(t('fact.contractNumber'), contractNumber),
        ...given(t('fact.accountName'), seller?.accountName ?? null),
        ...copied(t('fact.accountNumber'), seller?.accountNumber ?? null),
        ...given(t('fact.bankName'), seller?.bankName ?? null),
        ...given(t('fact.payerName'), payerName),
        ...given(t('fact.payerBank'), payerBank),
        ...(voucher === null ? [] : ([[t('submit.voucher'), receiptOf(voucher, t('submit.voucher'))]] as const)),
      ]}
    />
  );
}

const receiptOf = (imageId: string, label: string) => <SentImages images={[{ imageId, label }]} />;

function Timeline({ order: { timeline } }: { order: C2cOrderView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  return (
    <section aria-labelledby="c2c-timeline">
      <h3 id="c2c-timeline">{t('detail.timeline')}</h3>
      <ol className={styles.timeline}>
        {timeline.map(({ step, at }) => (
          <li key={`${step} ${at}`}>
            <b>{t(`timeline.${step}`)}</b>
            <time dateTime={new Date(at).toISOString()}>{format.dateTime(at)}</time>
          </li>
        ))}
      </ol>
    </section>
  );
}
