import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { firstSteps, type FirstFacts } from './first-steps';
import styles from './FirstSteps.module.css';

/** How a new real account begins, in place of empty boxes: each step with its way, gone when all is done or it was hidden. */
export function FirstSteps({ facts }: { facts: FirstFacts }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const set = usePreferences((state) => state.set);
  const steps = firstSteps(facts);
  if (steps.length === 0) return null;
  const done = steps.filter((step) => step.done).length;
  return (
    <section className={styles.card} aria-labelledby="first-steps" data-testid="first-steps">
      <div className={styles.head}>
        <h2 id="first-steps">{t('first.title')}</h2>
        <span>{t('first.progress', { done: format.count(done), all: format.count(steps.length) })}</span>
        <Button kind="quiet" size="s" onClick={() => set({ firstSteps: false })}>
          {t('first.hide')}
        </Button>
      </div>
      <ol>
        {steps.map(({ name, screen, done: isDone }, place) => (
          <li key={name} data-done={isDone}>
            <i aria-hidden="true">{isDone ? <Icon name="check" size={16} /> : format.count(place + 1)}</i>
            <p>
              <b>{t(`first.${name}`)}</b>
              <small>{t(isDone ? 'first.done' : `first.${name}.why`)}</small>
            </p>
            {!isDone && (
              <Link to={pathOf(screen)} aria-label={`${t('first.go')}: ${t(`first.${name}`)}`}>
                {t('first.go')}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}
