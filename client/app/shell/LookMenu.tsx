import { useTranslation } from 'react-i18next';
import { usePreferences, type Rise, type Theme } from '../../lib/preferences';
import { Icon } from '../../ui/icons';
import { Menu, MenuGroup, MenuItem } from '../../ui/Menu';

const THEMES: readonly Theme[] = ['system', 'light', 'dark'];
const RISES: readonly Rise[] = ['green', 'red'];

/** Light or dark, and which colour a rising price has. */
export function LookMenu() {
  const { t } = useTranslation('common');
  const { theme, rise, set } = usePreferences();
  return (
    <Menu label={t('menu.look')} button={<Icon name="sliders" />}>
      {() => (
        <>
          <MenuGroup label={t('menu.theme')}>
            {THEMES.map((each) => (
              <MenuItem key={each} checked={each === theme} onSelect={() => set({ theme: each })}>
                {t(`theme.${each}`)}
              </MenuItem>
            ))}
          </MenuGroup>
          <MenuGroup label={t('menu.rise')}>
            {RISES.map((each) => (
              <MenuItem key={each} checked={each === rise} onSelect={() => set({ rise: each })}>
                {t(`rise.${each}`)}
              </MenuItem>
            ))}
          </MenuGroup>
        </>
      )}
    </Menu>
  );
}
