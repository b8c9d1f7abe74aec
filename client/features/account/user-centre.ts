import type { SessionView } from '../../../contracts/account.contract';
import type { IdentityLevel } from '../../../contracts/identity.contract';
import { screenOf } from '../../app/routes';
import { menuOf } from '../../app/shell/navigation';
import type { IconName } from '../../ui/icons';

export const GROUPS = ['account', 'verification', 'money', 'records', 'more'] as const;
export type Group = (typeof GROUPS)[number];

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

/** Links without use for a demo account; their screens explain it. */
export const isRealOnly = (screen: string): boolean => screenOf(screen)?.realOnly === true;

export interface CentreLink {
  path: string;
  /** Its title is `common:screen.<name>`. */
  screen: string;
}

/** The links of a group. Who has a trade password changes it, who has none sets one. */
export function linksOf(group: Group, session: Pick<SessionView, 'transaction_password'>): CentreLink[] {
  return menuOf(`centre.${group}`)
    .filter(
      ({ screen }) => screen !== (session.transaction_password === 1 ? 'tradePasswordSet' : 'tradePasswordChange'),
    )
    .map(({ screen, path }) => ({ screen, path }));
}
