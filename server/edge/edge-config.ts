/** What the edge needs to know; main.ts makes it from the configuration. */
export abstract class EdgeConfig {
  abstract port: number;
  abstract host: string;
  /** The proxies whose `X-Forwarded-For` is trusted: none, all, a number of them, or a list. */
  abstract trustProxy: boolean | number | string;
  abstract redisUrl: string | null;
  /** Address that users reach the server at, without a slash at the end; null when not configured. */
  abstract publicUrl: string | null;
  /** The token for reading the metrics; null opens them to this machine alone. */
  abstract metricsToken: string | null;
  abstract limits: EdgeLimits;
  /** Folders of the built screens; one that does not exist is not served. */
  abstract clientDir: string;
  abstract adminDir: string;
  /** Writes a line for every request, not only for those that failed. */
  abstract logRequests: boolean;
}

/** Every limit of the edge in one place, with defaults that a server with two cores bears. */
export interface EdgeLimits {
  bodyBytes: number;
  /** A file that is sent must go on within so long. */
  uploadPaceMs: number;
  /** Most calls cost one point; `costOf` names the others. */
  pointsPerAddressPerSecond: number;
  pointsPerSessionPerSecond: number;
  demoAccountsPerAddressPerHour: number;
  exportsPerPersonPerHour: number;
  /** Log-ins of one account from one address, and from one known device, right or wrong. */
  loginsPerPersonPerMinute: number;
  /** Log-ins of all strangers at one address. */
  loginsPerAddressPerMinute: number;
  lookupsPerStaffPerHour: number;
  socketsPerAddress: number;
  channelsPerSocket: number;
  /** Bytes of one message from a client's socket. */
  socketMessageBytes: number;
  socketMessagesPerSecond: number;
}

export const EDGE_LIMITS: EdgeLimits = {
  bodyBytes: 64 * 1024,
  uploadPaceMs: 10_000,
  pointsPerAddressPerSecond: 300,
  pointsPerSessionPerSecond: 100,
  demoAccountsPerAddressPerHour: 60,
  exportsPerPersonPerHour: 5,
  loginsPerPersonPerMinute: 20,
  loginsPerAddressPerMinute: 120,
  lookupsPerStaffPerHour: 120,
  socketsPerAddress: 5_000,
  channelsPerSocket: 64,
  socketMessageBytes: 8 * 1024,
  socketMessagesPerSecond: 50,
};
