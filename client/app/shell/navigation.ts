import type { IconName } from '../../ui/icons';

/** The main ways (specification, section 2). Trade leads to the spot terminal until the contract terminal is there. */
export const MAIN_WAYS: readonly { key: string; to: string; icon: IconName; paths: readonly string[] }[] = [
  { key: 'nav.home', to: '/index', icon: 'home', paths: ['/', '/index'] },
  { key: 'nav.market', to: '/market', icon: 'market', paths: ['/market'] },
  { key: 'nav.trade', to: '/currencyTrade', icon: 'trade', paths: ['/currencyTrade', '/preciousMetal'] },
  { key: 'nav.wealth', to: '/profit_index', icon: 'wealth', paths: ['/profit_index', '/vip_index'] },
  { key: 'nav.assets', to: '/asset', icon: 'assets', paths: ['/table1', '/table2'] },
];

/** Opening the market while already on it reloads it (specification, section 2). */
export function reloadIfThere(to: string): void {
  if (to === '/market' && location.pathname === '/market') location.reload();
}
