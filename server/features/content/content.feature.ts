import { ofHouse, type Feature } from '../../policies/feature.js';
import { contentKind } from './content.decider.js';
import { contentEvents } from './content.events.js';
import { contentHandlers } from './content.handler.js';
import { contentProjection } from './content.projection.js';

export const contentFeature = {
  name: 'content',
  events: contentEvents,
  streams: ofHouse(contentKind),
  projections: [contentProjection],
  handlers: () => contentHandlers,
} satisfies Feature;
