import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../ui/icons';
import { Menu, MenuGroup, MenuItem } from '../../ui/Menu';
import { SHORTCUTS } from './shortcuts';
import { useShortcuts } from './use-shortcuts';
import { FORM_PLACES, OWN_SIZES, useTerminal } from './terminal-store';
import styles from './Terminal.module.css';

const ShortcutSheet = lazy(() => import('./ShortcutSheet'));

/** Where the order form stands, the panels' own sizes, and the sheet of keyboard shortcuts. */
export function LayoutMenu() {
  const { t } = useTranslation('spot');
  const { formPlace, set } = useTerminal();
  const [sheet, setSheet] = useState(false);
  useShortcuts(SHORTCUTS, () => setSheet(true));
  return (
    <div className={styles.layout}>
      <Menu label={t('layout.title')} button={<Icon name="layers" size={17} />}>
        {(close) => (
          <>
            <MenuGroup label={t('layout.form')}>
              {FORM_PLACES.map((place) => (
                <MenuItem
                  key={place}
                  checked={place === formPlace}
                  onSelect={() => (set({ formPlace: place }), close())}
                >
                  {t(`layout.form.${place}`)}
                </MenuItem>
              ))}
            </MenuGroup>
            <MenuItem onSelect={() => (set({ sizes: OWN_SIZES }), close())}>{t('layout.reset')}</MenuItem>
            <MenuItem onSelect={() => (close(), setSheet(true))}>{t('keys.title')}</MenuItem>
          </>
        )}
      </Menu>
      {sheet && (
        <Suspense fallback={null}>
          <ShortcutSheet shortcuts={SHORTCUTS} onClose={() => setSheet(false)} />
        </Suspense>
      )}
    </div>
  );
}
