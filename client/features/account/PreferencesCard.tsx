import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n';
import { LANGUAGE_NAMES, languageKeys, LANGUAGES, type Language } from '../../../shared/language';
import { usePreferences, type Rise, type Theme } from '../../lib/preferences';
import { Icon } from '../../ui/icons';
import styles from './UserCentre.module.css';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const RISES: readonly Rise[] = ['green', 'red'];

/** Language, look and confirmations; kept in this browser, so they hold for visitors too. */
export function PreferencesCard() {
  const { t } = useTranslation(['account', 'common']);
  const { language, theme, rise, confirmOrders, hideAmounts, firstSteps, set } = usePreferences();
  return (
    <section className={styles.card} aria-labelledby="group-preferences">
      <h2 id="group-preferences">
        <Icon name="sliders" size={18} />
        {t('centre.preferences')}
      </h2>
      <div className={styles.preferences}>
        <label>
          <span>{t('common:menu.language')}</span>
          <select value={language} onChange={(event) => void chooseLanguage(event.target.value as Language)}>
            {languageKeys.map((key) => (
              <option key={key} value={key} lang={LANGUAGES[key]}>
                {LANGUAGE_NAMES[key]}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('common:menu.theme')}</span>
          <select value={theme} onChange={(event) => set({ theme: event.target.value as Theme })}>
            {THEMES.map((each) => (
              <option key={each} value={each}>
                {t(`common:theme.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>{t('common:menu.rise')}</span>
          <select value={rise} onChange={(event) => set({ rise: event.target.value as Rise })}>
            {RISES.map((each) => (
              <option key={each} value={each}>
                {t(`common:rise.${each}`)}
              </option>
            ))}
          </select>
        </label>
        <Switch label={t('centre.confirmOrders')} on={confirmOrders} onChange={(on) => set({ confirmOrders: on })} />
        <Switch label={t('centre.hideAmounts')} on={hideAmounts} onChange={(on) => set({ hideAmounts: on })} />
        <Switch label={t('centre.firstSteps')} on={firstSteps} onChange={(on) => set({ firstSteps: on })} />
      </div>
      <p className={styles.kept}>{t('centre.kept')}</p>
    </section>
  );
}

function Switch({ label, on, onChange }: { label: string; on: boolean; onChange: (on: boolean) => void }) {
  return (
    <label>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        className={styles.switch}
        checked={on}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  );
}
