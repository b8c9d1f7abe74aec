import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecurityView } from '../../../contracts/security.contract';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { useSecurity } from './use-security';
import styles from './Security.module.css';

interface PageProps {
  title: string;
  /** What the screen is for and why the rule is there. */
  lead: string;
  children: (security: SecurityView) => ReactNode;
}

/** The frame of every screen about one factor; a demo account reads why there is nothing to set up. */
export function SecurityPage({ title, lead, children }: PageProps) {
  const { t } = useTranslation('security');
  const demo = useSession((state) => state.session?.realm === 'demo');
  const query = useSecurity();
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <p className={styles.lead}>{lead}</p>
      {demo ? (
        <Empty text={t('demo')}>
          <ButtonLink to="/setting" kind="plain">
            {t('back')}
          </ButtonLink>
        </Empty>
      ) : (
        <Loadable query={query} skeleton={<Skeleton rows={4} height={42} />}>
          {(security) => <section className={styles.card}>{children(security)}</section>}
        </Loadable>
      )}
    </div>
  );
}

/** A sentence that matters, quietly framed. */
export function Remark({ children, kind = 'info' }: { children: ReactNode; kind?: 'info' | 'warning' | 'check' }) {
  return (
    <p className={styles.remark} data-kind={kind}>
      <Icon name={kind} size={18} />
      <span>{children}</span>
    </p>
  );
}
