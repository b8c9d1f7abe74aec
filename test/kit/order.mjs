import Sequencer from '@jest/test-sequencer';

/**
 * Suites that take long although their files are short: begun last, they would run alone while the other workers rest. Only a
 * fresh clone needs to be told, because jest keeps what every suite took.
 */
export const LONG = [
  'simulation/simulation',
  'indicators/catalogue',
  'architecture/nouns',
  'e2e/sweep.e2e',
  'e2e/security-person.e2e',
  'crash/kill-under-load',
  'crash/start-and-end',
  'e2e/security.e2e',
  'e2e/identity.e2e',
  'integration/cluster',
  'e2e/entry.e2e',
  'e2e/withdrawal.e2e',
  'e2e/policy.e2e',
  'integration/tamper',
  'api/repeats.api',
  'api/objects.api',
  'api/canaries.api',
  'api/slow-clients.api',
  'api/hostile-uploads.api',
];

/** What nothing has measured yet comes in the order of that list, all else as jest knows or guesses it: the longest first. */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    const order = super.sort(tests);
    const rank = ({ path, duration }) =>
      duration === undefined ? LONG.findIndex((name) => path.includes(`${name}.spec`)) : -1;
    const long = order.filter((test) => rank(test) >= 0).sort((a, b) => rank(a) - rank(b));
    return [...long, ...order.filter((test) => rank(test) < 0)];
  }
}
