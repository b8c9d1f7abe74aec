import type { VoucherDates } from '../../core/ports/voucher-dates.js';
import { ofHouse, ofPersons, type Feature } from '../../engine/feature.js';
import { rewardAudit } from './reward.check.js';
import { rewardEvents } from './reward.events.js';
import { rewardHandlers, type RewardPorts } from './reward.handler.js';
import { feeVoucherList } from './reward.list.js';
import { rewardProjection } from './reward.projection.js';
import { rewardReactions } from './reward.reactions.js';
import { rewardHouseKind, rewardKind, rewardTimetable } from './reward.state.js';
import { rewardTimeline } from './reward.timeline.js';

export const rewardFeature = {
  name: 'reward',
  events: rewardEvents,
  streams: [...ofPersons(rewardKind), ...ofHouse(rewardHouseKind)],
  projections: [rewardProjection],
  historyAudit: rewardAudit,
  staffLists: [feeVoucherList],
  timetable: rewardTimetable,
  timeline: rewardTimeline,
  handlers: (ports: RewardPorts) => rewardHandlers(ports),
  reactions: ({ voucherDates }: { readonly voucherDates: VoucherDates }) => rewardReactions(voucherDates),
  module: async () => (await import('./reward.module.js')).RewardModule,
  simulation: () => import('./reward.simulation.js'),
} satisfies Feature;
