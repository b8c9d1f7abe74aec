import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n';
import { LANGUAGE_NAMES, languageKeys, LANGUAGES } from '../../../shared/language';
import { usePreferences } from '../../lib/preferences';
import { Icon } from '../../ui/icons';
import { Menu, MenuItem } from '../../ui/Menu';

export function LanguageMenu() {
  const { t } = useTranslation('common');
  const language = usePreferences((state) => state.language);
  return (
    <Menu label={t('menu.language')} button={<Icon name="globe" />}>
      {(close) =>
        languageKeys.map((key) => (
          <MenuItem
            key={key}
            lang={LANGUAGES[key]}
            checked={key === language}
            onSelect={() => {
              void chooseLanguage(key);
              close();
            }}
          >
            {LANGUAGE_NAMES[key]}
          </MenuItem>
        ))
      }
    </Menu>
  );
}
