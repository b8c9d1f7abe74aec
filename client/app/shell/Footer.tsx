import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import styles from './Shell.module.css';

/** Information pages by their ids (specification, section 2), and the notice that the chart's licence asks for. */
export function Footer() {
  const { t } = useTranslation('common');
  return (
    <footer className={styles.footer}>
      <div className={styles.footerIn}>
        <nav aria-label={t('footer.label')}>
          <Link to="/text?id=1">{t('footer.company')}</Link>
          <Link to="/help">{t('screen.help')}</Link>
          <Link to="/downLoad">{t('nav.download')}</Link>
          <Link to="/agrt?id=3">{t('screen.userAgreement')}</Link>
          <Link to="/agrt?id=5">{t('footer.privacy')}</Link>
          <a href="/docs">{t('footer.api')}</a>
        </nav>
        <div className={styles.legal}>
          <p>{t('notice.simulation')}</p>
          <p>
            {t('footer.charts')}{' '}
            <a href="https://www.tradingview.com/" rel="noreferrer" target="_blank">
              TradingView Lightweight Charts™
            </a>{' '}
            <span lang="en">Copyright (c) 2025 TradingView, Inc.</span>
          </p>
        </div>
      </div>
    </footer>
  );
}
