import { useTranslation } from 'react-i18next';
import { chooseLanguage } from '../../lib/i18n';
import { LANGUAGE_LIST } from '../../lib/languages';
import { usePreferences } from '../../lib/preferences';
import { Icon } from '../../ui/icons';
import { Menu, MenuItem } from '../../ui/Menu';

export function LanguageMenu() {
  const { t } = useTranslation('common');
  const language = usePreferences((state) => state.language);
  return (
    <Menu label={t('menu.language')} button={<Icon name="globe" />}>
      {(close) =>
        LANGUAGE_LIST.map(({ key, tag, name }) => (
          <MenuItem
            key={key}
            lang={tag}
            checked={key === language}
            onSelect={() => {
              void chooseLanguage(key);
              close();
            }}
          >
            {name}
          </MenuItem>
        ))
      }
    </Menu>
  );
}
