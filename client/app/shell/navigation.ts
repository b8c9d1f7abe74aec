import type { MenuIcon, MenuName } from '../../lib/feature';
import type { IconName } from '../../ui/icons';
import { SCREENS } from '../routes';

interface MainWay {
  key: string;
  to: string;
  icon: IconName;
  /** The paths on which this way is the current one. */
  paths: readonly string[];
  /** Screens behind it, for the menu that opens on desktops. */
  more: readonly MenuEntry[];
}

interface MenuEntry {
  screen: string;
  path: string;
  icon?: MenuIcon;
}

/** What a menu leads to, in its order. */
export function menuOf(menu: MenuName): readonly MenuEntry[] {
  const entries = SCREENS.flatMap(({ name, routes: [first], menus }) => {
    const entry = menus?.[menu];
    return entry && first ? [{ path: first.path, ...entry, screen: name }] : [];
  });
  return entries.sort((a, b) => a.at - b.at);
}

/** The main ways (specification, section 2). */
export const MAIN_WAYS: readonly MainWay[] = [
  { key: 'nav.home', to: '/index', icon: 'home', paths: ['/', '/index'], more: [] },
  { key: 'nav.market', to: '/market', icon: 'market', paths: ['/market'], more: [] },
  {
    key: 'nav.trade',
    to: '/preciousMetal',
    icon: 'trade',
    paths: ['/currencyTrade', '/preciousMetal', '/optionTrade'],
    more: menuOf('trade'),
  },
  {
    key: 'nav.wealth',
    to: '/profit_index',
    icon: 'wealth',
    paths: ['/profit_index', '/vip_index'],
    more: menuOf('wealth'),
  },
  {
    key: 'nav.assets',
    to: '/asset',
    icon: 'assets',
    paths: ['/table1', '/table2'],
    more: menuOf('assets'),
  },
];

/** Opening the market while already on it reloads it (specification, section 2). */
export function reloadIfThere(to: string): void {
  if (to === '/market' && location.pathname === '/market') location.reload();
}
