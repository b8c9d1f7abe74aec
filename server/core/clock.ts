/** Milliseconds since the Unix epoch, UTC, an integer. */
export type Instant = number;

/** The only source of "now". Pure rooms never see it: they are handed an `Instant`. */
export abstract class Clock {
  abstract now(): Instant;
}

/** Whether what was noted at an instant still counts. An instant to come was noted before the clock was put back: it counts no more. */
export const isFresh = (notedAt: Instant, now: Instant, forMs: number): boolean =>
  notedAt <= now && now - notedAt < forMs;

export const systemClock: Clock = { now: () => Date.now() };

/** A clock that tests move by hand; a simulated month takes as long as its commands take. */
export class FakeClock implements Clock {
  constructor(private instant: Instant) {}

  now(): Instant {
    return this.instant;
  }

  advance(ms: number): void {
    if (ms < 0) throw new Error('a clock does not run backwards');
    this.instant += ms;
  }

  setTo(instant: Instant): void {
    this.advance(instant - this.instant);
  }
}
