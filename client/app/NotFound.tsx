import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useBrand } from './brand';
import { Onward } from './ComingScreen';
import styles from './ComingScreen.module.css';

export function NotFound() {
  const { t } = useTranslation('common');
  const { name } = useBrand();
  useEffect(() => {
    document.title = `${t('notFound.title')} · ${name}`;
  }, [t, name]);
  return (
    <section className={styles.page}>
      <p className={styles.kicker}>404</p>
      <h1>{t('notFound.title')}</h1>
      <p>{t('notFound.body')}</p>
      <Onward />
    </section>
  );
}
