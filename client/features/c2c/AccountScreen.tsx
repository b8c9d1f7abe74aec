import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { C2cAccountView, C2cOrderView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { C2cPage, Steps, type Step } from './C2cPage';
import { minorOf } from './c2c-form';
import { OwnBank } from './OwnBank';
import { Facts, Label, TimeLeft } from './Standing';
import { useAddressedOrder, useOrder } from './use-c2c';
import styles from './C2c.module.css';

/** `/c2c_account`: where to wire to, what to write, how much, and how long there is. */
export default function AccountScreen() {
  const { t } = useTranslation('common');
  return (
    <Addressed title={t('screen.c2cAccount')} step="account">
      {(order) => <Account order={order} />}
    </Addressed>
  );
}

/** The screen of one order; without an order it links to the start. */
export function Addressed({
  title,
  step,
  children,
}: {
  title: string;
  step: Step;
  children: (order: C2cOrderView) => ReactNode;
}) {
  const { t } = useTranslation('c2c');
  const skeleton = <Skeleton rows={6} height={44} />;
  const empty = (
    <Empty text={t('none.body')}>
      <ButtonLink to={pathOf('c2cCreate')}>{t('index.start')}</ButtonLink>
    </Empty>
  );
  return (
    <C2cPage title={title}>
      <Loadable query={useAddressedOrder()} skeleton={skeleton} isEmpty={(orderId) => orderId === ''} empty={empty}>
        {(orderId) => <One orderId={orderId} skeleton={skeleton} step={step} show={children} />}
      </Loadable>
    </C2cPage>
  );
}

interface OneProps {
  orderId: string;
  skeleton: ReactNode;
  step: Step;
  show: (order: C2cOrderView) => ReactNode;
}

function One({ orderId, skeleton, step, show }: OneProps) {
  return (
    <Loadable query={useOrder(orderId)} skeleton={skeleton}>
      {(order) => (
        <>
          <Steps now={order.status === 'remitted' || order.status === 'completed' ? 'done' : step} />
          {show(order)}
        </>
      )}
    </Loadable>
  );
}

function Account({ order }: { order: C2cOrderView }) {
  const { t } = useTranslation('c2c');
  const { status, seller, expiresAt } = order;
  return (
    <>
      <section className={styles.card}>
        <div className={styles.head}>
          <Label order={order} />
          <TimeLeft until={expiresAt} />
        </div>
        <p role="status">{t(`account.${status}`)}</p>
        {status === 'unmatched' && <p className={styles.quiet}>{t('account.leave')}</p>}
        {status !== 'matched' && <Terms order={order} />}
      </section>
      {seller !== null && status === 'matched' && (
        <div className={styles.columns}>
          <Transfer order={order} seller={seller} />
          <OwnBank order={order} seller={seller} />
        </div>
      )}
      <p className={styles.actions}>
        {status === 'matched' && (
          <ButtonLink to={`${pathOf('c2cProof')}?id=${order.orderId}`}>{t('account.next')}</ButtonLink>
        )}
        <ButtonLink kind="plain" to={`${pathOf('c2cOrders')}?id=${order.orderId}`}>
          {t('account.order')}
        </ButtonLink>
      </p>
    </>
  );
}

/** What was ordered at which price, and what it costs. */
export function Terms({ order: { asset, amount, price, payAmount, currency } }: { order: C2cOrderView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  return (
    <Facts
      rows={[
        [t('create.amount'), `${format.amount(amount, 2)} ${asset}`],
        [t('fact.price'), `1 ${asset} = ${format.decimal(price, 4)} ${currency}`],
        [t('fact.pay'), `${format.decimal(payAmount, minorOf(currency))} ${currency}`],
      ]}
    />
  );
}

const LINES = ['accountName', 'accountNumber', 'bankName', 'bankAddress', 'swift'] as const;

type Paid = Pick<C2cOrderView, 'reference' | 'payAmount' | 'currency' | 'contractNumber'>;

/** Each line has its own copy button, because each goes into its own field of the bank's form. */
export function Transfer({ order, seller }: { order: Paid; seller: C2cAccountView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { reference, payAmount, currency, contractNumber } = order;
  const copied = (label: string, value: string, shown = value) =>
    [
      label,
      <CopyText key={label} value={value} label={label}>
        <b>{shown}</b>
      </CopyText>,
    ] as const;
  return (
    <section className={styles.card} aria-labelledby="c2c-transfer">
      <h2 id="c2c-transfer">{t('transfer.title')}</h2>
      <div className={styles.warning}>
        <p>{t('simulated')}</p>
        <p>{t('transfer.reference')}</p>
      </div>
      <Facts
        rows={[
          copied(t('fact.reference'), reference),
          copied(t('fact.pay'), payAmount, `${format.decimal(payAmount, minorOf(currency))} ${currency}`),
          ...LINES.map((line) => copied(t(`fact.${line}`), seller[line])),
          ...(contractNumber === null ? [] : [copied(t('fact.contractNumber'), contractNumber)]),
        ]}
      />
    </section>
  );
}
