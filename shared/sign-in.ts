/** Days of the calendar; day n gives n points, and the day after the last is the first again. */
export const SIGN_IN_DAYS = 7;
/** A time zone stands at least so long. */
export const ZONE_DAYS = 30;
