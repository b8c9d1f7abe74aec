import type { Feature } from '../../engine/feature.js';
import { invitationsProjection } from './invitations.projection.js';

export const invitationFeature = {
  name: 'invitation',
  projections: [invitationsProjection],
} satisfies Feature;
