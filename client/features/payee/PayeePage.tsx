import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayeesView } from '../../../contracts/payee.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Loadable, Skeleton } from '../../ui/states';
import { durationText } from './duration';
import { useNow, usePayees } from './use-payees';
import styles from './Payee.module.css';

interface PageProps {
  title: string;
  lead?: ReactNode;
  children: (payees: PayeesView) => ReactNode;
}

/** The frame of every screen about payees; a demo account reads why there is nothing, and where to go on. */
export function PayeePage({ title, lead, children }: PageProps) {
  const demo = useSession((state) => state.session?.realm === 'demo');
  const query = usePayees();
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {lead !== undefined && <p className={styles.lead}>{lead}</p>}
      {demo ? (
        <RealOnly />
      ) : (
        <Loadable query={query} skeleton={<Skeleton rows={4} height={72} />}>
          {children}
        </Loadable>
      )}
    </div>
  );
}

/** Demo money is play money: nothing of it leaves, and the way to a real account is one step. `why`: where it is not about paying out. */
export function RealOnly({ why }: { why?: string }) {
  const { t } = useTranslation(['payee', 'refusal']);
  return (
    <section className={styles.realOnly}>
      <h2>
        <Icon name="lock" size={20} />
        {t('refusal:demo.real-only')}
      </h2>
      <p>{why ?? t('demo.body')}</p>
      <div className={styles.actions}>
        <ButtonLink to={pathOf('register')}>{t('demo.register')}</ButtonLink>
        <ButtonLink to={pathOf('assets')} kind="plain">
          {t('demo.back')}
        </ButtonLink>
      </div>
    </section>
  );
}

/** How long a new entry still waits, counted down; a word once it may be paid to. */
export function CoolingOff({ usableAt }: { usableAt: number }) {
  const { t } = useTranslation('payee');
  const format = useFormat();
  const now = useNow(Date.now() < usableAt);
  if (now >= usableAt) {
    return (
      <span className={styles.state} data-state="usable">
        <Icon name="check" size={14} />
        {t('state.usable')}
      </span>
    );
  }
  return (
    <span className={styles.state} data-state="cooling" title={format.dateTime(usableAt)}>
      {t('state.cooling', { left: durationText(usableAt - now, format.tag) })}
    </span>
  );
}
