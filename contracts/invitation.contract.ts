/** Levels of people who came by an invitation: those one invited, those they invited, and so on. */
export const INVITATION_LEVELS = [1, 2, 3, 4] as const;

/** `web/getMyPromotion`: what one invites with, and who came. */
export interface PromotionView {
  code: string;
  /** Where the invited register; only a path where the server does not know its own address. */
  link: string;
  /** Who invited oneself: whether anybody did. */
  wasInvited: boolean;
  /** `profit` is in USDT, a decimal string. */
  levels: { level: (typeof INVITATION_LEVELS)[number]; count: number; profit: string }[];
  /** Whether invitations earn anything yet; while they do not, every profit is 0. */
  rewardsPaid: boolean;
}
