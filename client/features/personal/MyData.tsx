import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import styles from './MyData.module.css';

const ExportDialog = lazy(() => import('./ExportDialog'));
const EraseDialog = lazy(() => import('./EraseDialog'));

/** Export and erasure of personal data. Demo accounts hold none, so nothing is shown. */
export function MyData() {
  const { t } = useTranslation('personal');
  const userId = useSession(({ session }) => (session?.realm === 'real' ? session.userId : null));
  const [open, setOpen] = useState<'export' | 'erase' | null>(null);
  if (userId === null) return null;
  const close = () => setOpen(null);
  return (
    <section className={styles.card} aria-labelledby="my-data">
      <h2 id="my-data">{t('data.title')}</h2>
      <p>{t('data.lead')}</p>
      <dl>
        <div>
          <dt>{t('data.exportTitle')}</dt>
          <dd>{t('data.exportText')}</dd>
          <Button kind="plain" size="s" onClick={() => setOpen('export')}>
            {t('data.exportButton')}
          </Button>
        </div>
        <div>
          <dt>{t('data.eraseTitle')}</dt>
          <dd>{t('data.eraseText')}</dd>
          <Button kind="plain" size="s" onClick={() => setOpen('erase')}>
            {t('data.eraseOpen')}
          </Button>
        </div>
      </dl>
      <Suspense fallback={null}>
        {open === 'export' && <ExportDialog onClose={close} />}
        {open === 'erase' && <EraseDialog userId={userId} onClose={close} />}
      </Suspense>
    </section>
  );
}
