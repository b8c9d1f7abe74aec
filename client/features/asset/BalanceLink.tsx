import { Suspense, lazy, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccountSpace } from '../../../contracts/asset.contract';
import type { BalancePart } from './BehindBalance';
import { useAsOf } from './use-fresh-assets';
import styles from './AssetPage.module.css';

const BehindBalance = lazy(() => import('./BehindBalance'));

interface BalanceLinkProps {
  currency: string;
  space?: AccountSpace;
  part?: BalancePart;
  children: ReactNode;
}

/** A balance, or its name, which opens everything that it is made of. */
export function BalanceLink({ children, ...of }: BalanceLinkProps) {
  const { t } = useTranslation('asset');
  const [open, setOpen] = useState(false);
  const [at] = useAsOf();
  return (
    <>
      <button
        type="button"
        className={styles.coin}
        aria-haspopup="dialog"
        title={t('behind.open', { currency: of.currency })}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && (
        <Suspense fallback={null}>
          <BehindBalance {...of} at={at} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
