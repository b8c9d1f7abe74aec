import { ofHouse, type Feature } from '../../engine/feature.js';
import { contentKind } from './content.decider.js';
import { contentEvents } from './content.events.js';
import { contentHandlers } from './content.handler.js';
import { contentProjection } from './content.projection.js';
import { contentList, contentVersionList } from './content.list.js';

export const contentFeature = {
  name: 'content',
  events: contentEvents,
  streams: ofHouse(contentKind),
  projections: [contentProjection],
  staffLists: [contentList, contentVersionList],
  handlers: () => contentHandlers,
  module: async () => (await import('./content.module.js')).ContentModule,
} satisfies Feature;
