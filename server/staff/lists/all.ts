import type { StaffList } from '../../engine/lists/staff-list.js';
import { declared } from '../../features.js';
import { eventList } from './events.js';
import { streamList } from './streams.js';
import { timerList } from './timers.js';

/** Every list of the console: those of the history itself and those of the nouns. */
export const staffLists: readonly StaffList[] = [
  eventList,
  streamList,
  timerList,
  ...declared.flatMap(({ staffLists = [] }) => staffLists),
];
