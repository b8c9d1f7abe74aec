import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx';
import type { NamedPosition } from './PositionLog';
import orders from '../../orders/Orders.module.css';
import styles from './Contract.module.css';

const PositionLog = lazy(() => import('./PositionLog'));

/** The name of a position, which opens what happened to it. */
export function PositionLink({ position }: { position: NamedPosition }) {
  const { t } = useTranslation('contract');
  const [isOpen, setOpen] = useState(false);
  const { symbol, side } = position;
  return (
    <>
      <button
        type="button"
        className={cx(orders.link, styles.name)}
        aria-haspopup="dialog"
        aria-label={t('positions.detailsOf', { symbol, side: t(`side.${side}`) })}
        title={t('log.title')}
        onClick={() => setOpen(true)}
      >
        {symbol}
      </button>
      {isOpen && (
        <Suspense fallback={null}>
          <PositionLog position={position} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
