import DateIcon from '@mui/icons-material/EventNoteOutlined';
import InvitationIcon from '@mui/icons-material/GroupAddOutlined';
import type { staffInvitationDates, staffInvitationRewards } from '../../../contracts/invitation.calls.js';
import { defineResource, ofRealUser, page } from '../../lib/declaration';

export const invitationRewards = defineResource<typeof staffInvitationRewards>({
  name: 'invitation-rewards',
  permission: 'orders',
  menu: { group: 'people', order: 12, icon: InvitationIcon },
  list: page(() => import('./invitation-list'), 'InvitationRewardList'),
  reviews: [{ queue: 'invitation', kinds: { 'invitation-reward': {} } }],
  ofUser: { order: 13, filter: ofRealUser },
});

export const invitationDates = defineResource<typeof staffInvitationDates>({
  name: 'invitation-dates',
  permission: 'orders',
  menu: { group: 'money', order: 9, icon: DateIcon },
  list: page(() => import('./invitation-list'), 'InvitationDateList'),
});
