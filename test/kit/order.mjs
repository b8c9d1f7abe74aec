import Sequencer from '@jest/test-sequencer';

/** Suites that take minutes although their files are short: begun last, they would run alone while the other worker rests. */
const LONG = [
  'e2e/sweep.e2e',
  'e2e/security-person.e2e',
  'e2e/identity.e2e',
  'crash/kill-under-load',
  'integration/tamper',
  'api/repeats.api',
  'api/objects.api',
  'api/canaries.api',
  'api/slow-clients.api',
  'api/hostile-uploads.api',
];

/** jest's own order, with the longest suites before it. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const isLong = ({ path }) => LONG.some((name) => path.includes(`${name}.spec`));
    const order = super.sort(tests);
    return [...order.filter(isLong), ...order.filter((test) => !isLong(test))];
  }
}
