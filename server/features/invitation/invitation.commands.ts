import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';

const ofDate = z.object({ date: z.string() });

/** Sent after each registration of an invited person; the first one counts. */
export class BeginInvitationRewards extends HouseCommand<DataOf<typeof ofDate>, null> {
  static readonly type = 'BeginInvitationRewards';
  static readonly schema = ofDate;
}

/** Sent by the timer: one for each date. */
export class CloseInvitationDate extends HouseCommand<DataOf<typeof ofDate>, null> {
  static readonly type = 'CloseInvitationDate';
  static readonly schema = ofDate;
}

const payInvitationReward = z.object({
  userId: z.string(),
  ownerId: z.string(),
  date: z.string(),
  /** Of the review, where the reward is held. */
  requestId: z.string(),
  levels: z.array(z.object({ level: z.number(), people: z.number(), fees: z.string() })),
  matches: z.array(z.object({ kind: z.string(), memberIds: z.array(z.string()) })),
  /** In force when the date ended. `most`: what the fee tables left for all levels together. */
  policy: z.object({
    name: z.literal('invitation.rewards'),
    version: z.number(),
    values: z.object({ level1: z.string(), level2: z.string(), level3: z.string(), level4: z.string() }),
  }),
  most: z.string(),
});
export type InvitationPayment = DataOf<typeof payInvitationReward>;

/** Pays or holds an inviter's reward for a date. */
export class PayInvitationReward extends HouseCommand<InvitationPayment, null> {
  static readonly type = 'PayInvitationReward';
  static readonly schema = payInvitationReward;
}

const finishInvitationDate = ofDate.extend({ inviters: z.number(), people: z.number(), fees: z.string() });

/** Follows the payments of a date. */
export class FinishInvitationDate extends HouseCommand<DataOf<typeof finishInvitationDate>, null> {
  static readonly type = 'FinishInvitationDate';
  static readonly schema = finishInvitationDate;
}
