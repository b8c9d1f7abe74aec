import { staffListNames } from '../../../contracts/staff-lists.contract.js';
import type { StaffList } from '../../engine/lists/staff-list.js';
import { declared } from '../../features.js';
import { eventList } from './events.js';
import { streamList } from './streams.js';
import { timerList } from './timers.js';

const lists: readonly StaffList[] = [
  eventList,
  streamList,
  timerList,
  ...declared.flatMap(({ staffLists = [] }) => staffLists),
];

/** Every list of the console, in the order in which a search answers: those of the nouns and those of the history itself. */
export const staffLists: readonly StaffList[] = staffListNames.map((name) => {
  const [list, ...more] = lists.filter((one) => one.name === name);
  if (list === undefined || more.length > 0) throw new Error(`the list ${name} is not declared, or not once`);
  return list;
});
