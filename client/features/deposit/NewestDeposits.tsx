import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DepositView } from '../../../contracts/deposit.contract';
import { useFormat } from '../../lib/format';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import DepositDetail from './DepositDetail';
import { Confirmations, Label, useAmountOf } from './Standing';
import { useNewestDeposits } from './use-deposits';
import styles from './Deposit.module.css';

/** The newest deposits, which move by themselves while they wait. */
export function NewestDeposits() {
  const { t } = useTranslation('deposit');
  const [open, setOpen] = useState<string | null>(null);
  const query = useNewestDeposits();
  return (
    <section className={styles.card} aria-labelledby="deposit-newest">
      <h2 id="deposit-newest">{t('progress.title')}</h2>
      <Loadable
        query={query}
        skeleton={<Skeleton rows={2} height={44} />}
        isEmpty={({ items }) => items.length === 0}
        empty={<Empty text={t('progress.none')} />}
      >
        {({ items }) => (
          <ul className={styles.newest} aria-live="polite">
            {items.map((deposit) => (
              <Newest key={deposit.depositId} deposit={deposit} onOpen={() => setOpen(deposit.depositId)} />
            ))}
          </ul>
        )}
      </Loadable>
      {open !== null && <DepositDetail depositId={open} onClose={() => setOpen(null)} />}
    </section>
  );
}

function Newest({ deposit, onOpen }: { deposit: DepositView; onOpen: () => void }) {
  const { t } = useTranslation('deposit');
  const format = useFormat();
  const amountOf = useAmountOf();
  return (
    <li data-testid="newest-deposit" data-status={deposit.status}>
      <div className={styles.row}>
        <button type="button" className={styles.open} onClick={onOpen}>
          <b>{amountOf(deposit)}</b>
          <span className="hidden-visually">{t('detail.title')}</span>
        </button>
        <Label deposit={deposit} />
      </div>
      <div className={styles.row}>
        <small>{deposit.network}</small>
        <small>{format.dateTime(deposit.createdAt)}</small>
      </div>
      <Confirmations deposit={deposit} />
    </li>
  );
}
