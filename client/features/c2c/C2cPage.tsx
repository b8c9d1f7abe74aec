import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { pathOf } from '../../app/routes';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { useIsDemo } from './use-c2c';
import styles from './C2c.module.css';

const STEPS = ['create', 'account', 'submit', 'done'] as const;
export type Step = (typeof STEPS)[number];

/** The frame of every screen of C2C: what it is, how far one is, and for a demo account why it ends here. */
export function C2cPage({ title, step, children }: { title: string; step?: Step; children: ReactNode }) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const demo = useIsDemo();
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      {step !== undefined && <Steps now={step} />}
      {demo ? (
        <section className={styles.card}>
          <h2 className={styles.locked}>
            <Icon name="lock" size={20} />
            {t('refusal:demo.real-only')}
          </h2>
          <p className={styles.quiet}>{t('demo.body')}</p>
          <p>
            <ButtonLink to={pathOf('register')}>{t('demo.action')}</ButtonLink>
          </p>
        </section>
      ) : (
        children
      )}
    </div>
  );
}

/** Only verified people buy from other people; the way there. */
export function PrimaryNeeded() {
  const { t } = useTranslation(['c2c', 'refusal']);
  return (
    <section className={styles.card}>
      <h2 className={styles.locked}>
        <Icon name="lock" size={20} />
        {t('refusal:c2c.primary-required')}
      </h2>
      <p className={styles.actions}>
        <ButtonLink to={pathOf('primary')}>{t('index.verify')}</ButtonLink>
      </p>
    </section>
  );
}

export function Steps({ now }: { now: Step }) {
  const { t } = useTranslation('c2c');
  const at = STEPS.indexOf(now);
  return (
    <ol className={styles.steps} aria-label={t('steps.title')}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={step === now ? 'step' : undefined} data-done={index < at || undefined}>
          <span aria-hidden="true">{index < at ? <Icon name="check" size={14} /> : index + 1}</span>
          {t(`steps.${step}`)}
        </li>
      ))}
    </ol>
  );
}
