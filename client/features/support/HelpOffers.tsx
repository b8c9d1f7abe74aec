import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useFormat } from '../../lib/format';
import { pathOf } from '../content/address';
import { useHelpSearch } from '../content/use-content';
import { questionWords } from './question-words';
import styles from './Support.module.css';

const [PAUSE_MS, OFFERS_MAX] = [500, 3];

/** Articles that may answer what is being typed. They open beside it, so that the question stays. */
export function HelpOffers({ text }: { text: string }) {
  const { t } = useTranslation('support');
  const { tag } = useFormat();
  const [words, setWords] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setWords(questionWords(text, tag)), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, tag]);
  const { data = [] } = useHelpSearch(words, true);
  if (words === '' || data.length === 0) return null;
  return (
    <section className={styles.offers} aria-labelledby="help-offers" data-testid="help-offers">
      <h3 id="help-offers">{t('help.title')}</h3>
      <ul>
        {data.slice(0, OFFERS_MAX).map((hit) => (
          <li key={hit.slug}>
            <Link to={pathOf(hit, '/help')} target="_blank">
              {hit.title}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
