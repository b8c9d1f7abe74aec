const RESTS_MS = 150;
let scrolledAt = -Infinity;

addEventListener('scroll', () => (scrolledAt = performance.now()), { passive: true, capture: true });

/** Whether something on the page is being scrolled: small effects are invisible while it moves. */
export const isScrolling = (): boolean => performance.now() - scrolledAt < RESTS_MS;
