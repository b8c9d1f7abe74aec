import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { RULES_PAGES } from '../../../shared/rules-pages';
import { WhyButton } from '../policy/WhyButton';
import { FUND_POLICY } from './use-fund';
import styles from './Fund.module.css';

/** The rules as a page to read, and the version in force as it was published. */
export function Rules({ version }: { version: number }) {
  const { t } = useTranslation('fund');
  return (
    <p className={styles.rules}>
      <Link className={styles.link} to={`/helpDetail?slug=${RULES_PAGES.fund}`} target="_blank" rel="noopener">
        {t('buy.rules')}
      </Link>
      <WhyButton policy={FUND_POLICY} version={version} inputs={{}} />
    </p>
  );
}
