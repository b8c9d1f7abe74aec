import { followed, sentencesOf, type Timeline } from '../../core/timeline.js';
import type { InvitationFacts } from './invitation.events.js';

const about = ({ reward, date }: { readonly reward: string; readonly date: string }) => ({
  amount: reward,
  asset: 'USDT',
  date,
});

/** Rewards of a person's invitations. */
export const invitationTimeline: Timeline = {
  sentences: sentencesOf<InvitationFacts>('money', {
    InvitationRewardPaid: (data) => ({
      sentence: 'invitation-paid',
      values: { ...about(data), ...followed(data.policy) },
    }),
    InvitationRewardHeld: (data) => ({
      sentence: 'invitation-held',
      values: { ...about(data), ...followed(data.policy) },
    }),
    InvitationRewardReleased: (data) => ({ sentence: 'invitation-released', values: about(data) }),
    InvitationRewardRejected: (data) => ({ sentence: 'invitation-rejected', values: about(data) }),
  }),
  streams: ['invitation'],
  queues: { inv: 'invitation' },
};
