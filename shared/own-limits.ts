/** What people set for themselves is tightened at once. A loosened limit or a shortened pause takes effect after so long. */
export const LOOSENED_AFTER_HOURS = 24;
/** An own pause lasts at most so long. */
export const OWN_PAUSE_DAYS_MAX = 365;
