import { useTranslation } from 'react-i18next';
import type { InvitationTerms } from '../../../contracts/invitation.contract';
import { useFormat } from '../../lib/format';
import { Loadable, Skeleton } from '../../ui/states';
import { Median } from './Rules';
import { useTerms } from './use-invitation';
import styles from './Invitation.module.css';

/** Who earns what, for somebody who registers by a code; nothing without one. */
export function BeforeRegistering({ code }: { code: string }) {
  const { t } = useTranslation('invitation');
  const isInvited = code.trim() !== '';
  const terms = useTerms(isInvited);
  if (!isInvited) return null;
  return (
    <section className={styles.before} aria-labelledby="who-earns" data-testid="who-earns">
      <h2 id="who-earns">{t('before.title')}</h2>
      <Loadable query={terms} skeleton={<Skeleton rows={4} height={24} />}>
        {(known) => <Terms terms={known} />}
      </Loadable>
    </section>
  );
}

function Terms({ terms }: { terms: InvitationTerms }) {
  const { t } = useTranslation('invitation');
  const format = useFormat();
  return (
    <>
      <dl className={styles.earners}>
        {terms.shares.map(({ level, share }) => (
          <div key={level}>
            <dt>{t(`before.level${level}`)}</dt>
            <dd>{format.share(share)}</dd>
          </div>
        ))}
      </dl>
      <p>{t('before.same')}</p>
      <p>{t('before.warning')}</p>
      <p>{t('before.seen')}</p>
      <Median terms={terms} />
    </>
  );
}
