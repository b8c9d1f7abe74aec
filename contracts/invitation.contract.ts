import { z } from 'zod';

/** Levels of people who came by an invitation: those one invited, those they invited, and so on. */
export const INVITATION_LEVELS = [1, 2, 3, 4] as const;

export const promotionView = z
  .object({
    code: z.string(),
    link: z
      .string()
      .describe('Where the invited register; only a path where the server does not know its own address.'),
    wasInvited: z.boolean().describe('Who invited oneself: whether anybody did.'),
    levels: z
      .array(z.object({ level: z.literal(INVITATION_LEVELS), count: z.number(), profit: z.string() }))
      .describe('`profit` is in USDT, a decimal string.'),
    rewardsPaid: z.boolean().describe('Whether invitations earn anything yet; while they do not, every profit is 0.'),
  })
  .meta({ id: 'PromotionView', description: '`web/getMyPromotion`: what one invites with, and who came.' });
export type PromotionView = z.output<typeof promotionView>;
