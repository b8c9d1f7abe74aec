import type { AccountEvent, DemoLife } from './account.events.js';
import type { FactsOf } from '../../core/event.js';
import { plain, sentencesOf, type Timeline } from '../../core/timeline.js';

const granted = ({ grant, policy }: DemoLife) => ({
  amount: grant.amount,
  asset: grant.asset,
  policy: policy.name,
  version: policy.version,
});

/** How an account began, changed and ended. */
export const accountTimeline: Timeline = {
  sentences: sentencesOf<FactsOf<AccountEvent>>('account', {
    DemoOpened: (data) => ({ sentence: 'demo-opened', values: granted(data) }),
    DemoRegenerated: (data) => ({
      sentence: 'demo-regenerated',
      values: { ...granted(data), generation: data.generation },
    }),
    DemoExpired: ({ generation }) => ({ sentence: 'demo-expired', values: { generation } }),
    DemoExited: ({ generation }) => ({ sentence: 'demo-exited', values: { generation } }),
    RealAccountOpened: plain('real-opened'),
    NewDeviceSeen: plain('new-device'),
    LoginPasswordChanged: ({ how }) => ({
      sentence: how === 'reset' ? 'password-reset' : 'password-changed',
      values: {},
    }),
    AccountFrozen: ({ by, reason, mayRead }) => ({
      sentence: by === 'staff' && !mayRead ? 'frozen-staff-shut' : `frozen-${by}`,
      values: reason === null ? {} : { note: reason },
    }),
    AccountUnfrozen: ({ by, reason }) => ({
      sentence: `unfrozen-${by}`,
      values: reason === null ? {} : { note: reason },
    }),
    AccountClosed: plain('closed'),
    AccountReopened: plain('reopened'),
    AccountErased: plain('erased'),
  }),
  streams: ['account'],
};
