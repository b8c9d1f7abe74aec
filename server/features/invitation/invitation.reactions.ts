import { dateOf } from '../../../shared/utc-date.js';
import { planned } from '../../core/command.js';
import type { RecordedEvent } from '../../core/event.js';
import type { InvitationFees } from '../../core/ports/invitation-fees.js';
import type { Effects, Reaction } from '../../engine/reactions/reaction.js';
import type { RealAccountOpened } from '../account/account.events.js';
import { BeginInvitationRewards, FinishInvitationDate, PayInvitationReward } from './invitation.commands.js';
import type { InvitationDateClosed } from './invitation.events.js';

/** Rewards of a date follow its close: each inviter's once, whatever crashes between them. */
export function invitationReactions(fees: Pick<InvitationFees, 'due'>): readonly Reaction[] {
  return [
    {
      name: 'when-invited-person-registers-begin-the-rewards',
      realms: ['real'],
      on: {
        RealAccountOpened: ({ data, at }: RecordedEvent<string, RealAccountOpened>): Effects =>
          data.invitedBy === null ? {} : { commands: [planned(BeginInvitationRewards, { date: dateOf(at) })] },
      },
    },
    {
      name: 'when-date-is-over-pay-its-invitations',
      realms: ['real'],
      on: {
        InvitationDateClosed: async ({ data: { date } }: RecordedEvent<string, InvitationDateClosed>) => {
          const { rewards, people, fees: sum, policy, most } = await fees.due(date);
          return {
            commands: [
              ...rewards.map((reward) => ({
                ...planned(PayInvitationReward, { ...reward, date, policy, most }),
                part: reward.userId,
              })),
              { ...planned(FinishInvitationDate, { date, inviters: rewards.length, people, fees: sum }), part: 'end' },
            ],
          };
        },
      },
    },
  ];
}
