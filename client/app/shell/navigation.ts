import type { IconName } from '../../ui/icons';

interface MainWay {
  key: string;
  to: string;
  icon: IconName;
  /** The paths on which this way is the current one. */
  paths: readonly string[];
  /** Screens behind it, for the menu that opens on desktops. */
  more: readonly string[];
}

/** The main ways (specification, section 2). Trade leads to the spot terminal until the contract terminal is there. */
export const MAIN_WAYS: readonly MainWay[] = [
  { key: 'nav.home', to: '/index', icon: 'home', paths: ['/', '/index'], more: [] },
  { key: 'nav.market', to: '/market', icon: 'market', paths: ['/market'], more: [] },
  {
    key: 'nav.trade',
    to: '/currencyTrade',
    icon: 'trade',
    paths: ['/currencyTrade', '/preciousMetal'],
    more: ['spot', 'contracts', 'exchange', 'coins', 'orderRecords'],
  },
  {
    key: 'nav.wealth',
    to: '/profit_index',
    icon: 'wealth',
    paths: ['/profit_index', '/vip_index'],
    more: ['custody', 'vip', 'buyLowRisk', 'myBalanced', 'newCoins', 'loanProducts'],
  },
  {
    key: 'nav.assets',
    to: '/asset',
    icon: 'assets',
    paths: ['/table1', '/table2'],
    more: ['assets', 'assetsBySpace', 'deposit', 'withdrawal', 'transfer', 'quickBuy', 'accountRecords'],
  },
];

/** The user menu (specification, section 2: personal centre links). */
export const PERSONAL: readonly { screen: string; icon: IconName }[] = [
  { screen: 'userCentre', icon: 'user' },
  { screen: 'identity', icon: 'lock' },
  { screen: 'primary', icon: 'edit' },
  { screen: 'advanced', icon: 'layers' },
  { screen: 'addressProof', icon: 'home' },
  { screen: 'quickBuy', icon: 'wealth' },
  { screen: 'credit', icon: 'wave' },
];
export const RECORDS: readonly { screen: string; icon: IconName }[] = [
  { screen: 'accountRecords', icon: 'layers' },
  { screen: 'orderRecords', icon: 'list' },
  { screen: 'depositRecords', icon: 'down' },
  { screen: 'withdrawalRecords', icon: 'up' },
];

/** Opening the market while already on it reloads it (specification, section 2). */
export function reloadIfThere(to: string): void {
  if (to === '/market' && location.pathname === '/market') location.reload();
}
