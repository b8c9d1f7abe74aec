const ENOUGH = '1000000';

/** A bench or test works faster than people, and from one address: no server that it starts has limits for it. */
export const LOAD_SETTINGS: Record<string, string> = {
  REQUESTS_PER_ADDRESS: ENOUGH,
  REQUESTS_PER_SESSION: ENOUGH,
  DEMO_ACCOUNTS_PER_ADDRESS: ENOUGH,
  LOGINS_PER_ADDRESS: ENOUGH,
};
