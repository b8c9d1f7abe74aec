/** Kinds of requests, in the order of their queues; the texts of reviews name the same. */
export const REVIEW_KINDS = [
  ...['identity-primary', 'identity-advanced', 'identity-address', 'identity-recovery', 'credit-proof'],
  ...['deposit-proof', 'withdrawal-crypto', 'withdrawal-bank', 'c2c-match', 'c2c-remittance', 'c2c-appeal'],
] as const;
