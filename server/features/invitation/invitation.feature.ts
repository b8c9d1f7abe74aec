import type { Feature } from '../../engine/feature.js';
import { invitationsProjection } from './invitations.projection.js';

export const invitationFeature = {
  name: 'invitation',
  projections: [invitationsProjection],
  module: async () => (await import('./invitation.module.js')).InvitationModule,
} satisfies Feature;
