import { Suspense, lazy, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './Orders.module.css';

const OrderDetail = lazy(() => import('./OrderDetail'));

interface OrderLinkProps {
  order: { symbol: string; orderId: string };
  children?: ReactNode;
}

/** The name of an order, which opens everything that is known about it. */
export function OrderLink({ order, children }: OrderLinkProps) {
  const { t } = useTranslation('order');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.link}
        aria-haspopup="dialog"
        title={t('detail.open')}
        onClick={() => setOpen(true)}
      >
        {children ?? order.symbol}
      </button>
      {open && (
        <Suspense fallback={null}>
          <OrderDetail symbol={order.symbol} orderId={order.orderId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
