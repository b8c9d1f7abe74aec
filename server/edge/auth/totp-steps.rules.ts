/** Every authenticator app assumes 30 seconds (RFC 6238). */
export const STEP_SECONDS = 30;

/** How long the code of this step is still shown. */
export function secondsToNextStep(ms: number): number {
  return STEP_SECONDS - (Math.floor(ms / 1000) % STEP_SECONDS);
}
