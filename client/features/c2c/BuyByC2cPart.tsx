import { useTranslation } from 'react-i18next';
import type { C2cOrderView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import type { Parts } from '../../lib/feature';
import { Button, ButtonLink } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { Terms, Transfer } from './AccountScreen';
import { Steps } from './C2cPage';
import { NewOrder } from './CreateScreen';
import { OwnBank } from './OwnBank';
import { Label, TimeLeft } from './Standing';
import { VoucherForm } from './SubmitScreen';
import { useOrder } from './use-c2c';
import styles from './C2c.module.css';

type BuyByC2cProps = Parts['buyByC2c'];

/** Buys USDT by bank transfer, from the amount to the last state, and hands on to the conversion. */
export default function BuyByC2c({ coin, amount, orderId, onOrder, onConvert }: BuyByC2cProps) {
  const { t } = useTranslation('conversion');
  return (
    <div className={styles.column}>
      <p className={styles.quiet}>{t('buy.c2cFirst', { coin })}</p>
      {orderId === '' ? (
        <>
          <Steps now="create" />
          <NewOrder key={amount} amount={amount} onCreated={onOrder} />
        </>
      ) : (
        <Placed orderId={orderId} coin={coin} onConvert={onConvert} />
      )}
    </div>
  );
}

function Placed({ orderId, coin, onConvert }: Pick<BuyByC2cProps, 'orderId' | 'coin' | 'onConvert'>) {
  return (
    <Loadable query={useOrder(orderId)} skeleton={<Skeleton rows={6} height={44} />}>
      {(order) => <Order order={order} coin={coin} onConvert={onConvert} />}
    </Loadable>
  );
}

/** How the order stands, whom to pay while it waits for that, and the way on when the USDT are there. */
function Order({
  order,
  coin,
  onConvert,
}: {
  order: C2cOrderView;
  coin: string;
  onConvert: BuyByC2cProps['onConvert'];
}) {
  const { t } = useTranslation(['conversion', 'c2c']);
  const { status, seller } = order;
  const pays = status === 'matched' && seller !== null;
  return (
    <>
      <Steps now={status === 'remitted' || status === 'completed' ? 'done' : 'account'} />
      <section className={styles.card} data-testid="bought-by-c2c" data-status={status}>
        <div className={styles.head}>
          <Label order={order} />
          <TimeLeft until={order.expiresAt} />
        </div>
        <p role="status">{t(`c2c:account.${status}`)}</p>
        {status === 'unmatched' && <p className={styles.quiet}>{t('c2c:account.leave')}</p>}
        {!pays && <Terms order={order} />}
        <p className={styles.actions}>
          {status === 'completed' && (
            <Button onClick={() => onConvert(order.amount)}>{t('buy.convertIt', { coin })}</Button>
          )}
          <ButtonLink kind="plain" to={`${pathOf('c2cOrders')}?id=${order.orderId}`}>
            {t('c2c:account.order')}
          </ButtonLink>
        </p>
      </section>
      {pays && (
        <>
          <Transfer order={order} seller={seller} />
          <OwnBank order={order} seller={seller} />
          <VoucherForm order={order} />
        </>
      )}
    </>
  );
}
