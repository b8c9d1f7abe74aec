import type { InvitationFees } from '../../core/ports/invitation-fees.js';
import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { invitationAudit } from './invitation.check.js';
import { invitationEvents } from './invitation.events.js';
import { invitationHandlers, type InvitationPorts } from './invitation.handler.js';
import { invitationDateList, invitationRewardList } from './invitation.list.js';
import { invitationReactions } from './invitation.reactions.js';
import { invitationRewardsProjection } from './invitation-rewards.projection.js';
import { invitationOwned } from './invitation.owned.js';
import { invitationHouseKind, invitationKind, invitationTimetable } from './invitation.state.js';
import { invitationTimeline } from './invitation.timeline.js';
import { invitationsProjection } from './invitations.projection.js';

interface FeePorts {
  readonly invitationFees: InvitationFees;
}

export const invitationFeature = {
  name: 'invitation',
  events: invitationEvents,
  streams: [...ofPersons(invitationKind), ...ofHouse(invitationHouseKind)],
  projections: [invitationsProjection, invitationRewardsProjection],
  historyAudit: invitationAudit,
  staffLists: [invitationRewardList, invitationDateList],
  timetable: invitationTimetable,
  timeline: invitationTimeline,
  owned: ({ invitationFees }: FeePorts) => invitationOwned(invitationFees),
  handlers: (ports: InvitationPorts) => invitationHandlers(ports),
  reactions: ({ invitationFees }: FeePorts) => invitationReactions(invitationFees),
  module: async () => (await import('./invitation.module.js')).InvitationModule,
  redecision: () => import('./invitation.redecision.js'),
  simulation: () => import('./invitation.simulation.js'),
} satisfies Feature;
