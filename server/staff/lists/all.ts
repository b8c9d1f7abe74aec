import { staffListNames } from '../../../contracts/staff-desk.contract.js';
import type { StaffList } from '../../engine/lists/staff-list.js';
import { features } from '../../features.js';
import type { Feature } from '../../policies/feature.js';
import { eventList } from './events.js';
import { streamList } from './streams.js';
import { timerList } from './timers.js';

const declared: readonly Feature[] = features;
const lists = [eventList, streamList, timerList, ...declared.flatMap(({ staffLists = [] }) => staffLists)];

/** Every list of the console, in the order in which a search answers: those of the nouns and those of the history itself. */
export const staffLists: readonly StaffList[] = staffListNames.map((name) => {
  const [list, ...others] = lists.filter((one) => one.name === name);
  if (list === undefined || others.length > 0)
    throw new Error(`the list ${name} is declared ${others.length + 1} times`);
  return list;
});
