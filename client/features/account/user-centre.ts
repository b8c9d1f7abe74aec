import type { SessionView } from '../../../contracts/account.contract';
import type { IdentityLevel } from '../../../contracts/identity.contract';
import { screenAt } from '../../app/routes';
import type { IconName } from '../../ui/icons';

export const GROUPS = ['account', 'verification', 'money', 'records', 'more'] as const;
export type Group = (typeof GROUPS)[number];

const PATHS: Record<Group, readonly string[]> = {
  account: ['/info', '/username', '/mobile', '/email', '/editPassword', '/bindmpwd', '/googleCode'],
  verification: ['/sfyz', '/smauth', '/seniorauth', '/dzrz', '/fengxian', '/xinyongfen'],
  money: [
    '/table1',
    '/authenticationrj',
    '/authenticationcj',
    '/transfer',
    '/exchange',
    '/kjmbSelect',
    '/c2c_index',
    '/address',
    '/bank',
  ],
  records: ['/accountRecord', '/currencyRecord', '/cbjl', '/tbjl', '/moneyRecord', '/bps'],
  more: ['/notice', '/settingHelp', '/service', '/invite', '/benefits', '/settingNew', '/settingAbout', '/downLoad'],
};

export const GROUP_ICONS: Record<Group, IconName> = {
  account: 'user',
  verification: 'check',
  money: 'assets',
  records: 'list',
  more: 'info',
};

/** The screen of each level of verification. */
export const LEVEL_SCREENS: Record<IdentityLevel, string> = {
  primary: 'primary',
  advanced: 'advanced',
  address: 'addressProof',
};

/** What a demo account has no use for: its screens only say so. */
const REAL_ONLY: ReadonlySet<string> = new Set([
  ...['userName', 'phone', 'email', 'loginPassword', 'tradePasswordSet', 'google'],
  ...['identity', 'primary', 'advanced', 'addressProof', 'credit', 'invitation'],
]);
export const isRealOnly = (screen: string): boolean => REAL_ONLY.has(screen);

export interface CentreLink {
  path: string;
  /** Its title is `common:screen.<name>`. */
  screen: string;
}

/** The links of a group. Who has a trade password changes it, who has none sets one. */
export function linksOf(group: Group, session: Pick<SessionView, 'transaction_password'>): CentreLink[] {
  return PATHS[group].map((written) => {
    const path = written === '/bindmpwd' && session.transaction_password === 1 ? '/editPasswordTrade' : written;
    return { path, screen: screenAt(path) };
  });
}
