import type { EdgeLimits } from '../../server/edge/edge-config.js';

const ENOUGH = 1_000_000;

/** Tests and benches work faster than people, and from one address: none meets a limit that it is not about. */
export const TEST_LIMITS: Partial<EdgeLimits> = {
  pointsPerAddressPerSecond: ENOUGH,
  pointsPerSessionPerSecond: ENOUGH,
  demoAccountsPerAddressPerHour: ENOUGH,
  loginsPerPersonPerMinute: ENOUGH,
  loginsPerAddressPerMinute: ENOUGH,
};
