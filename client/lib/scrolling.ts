const RESTS_MS = 150;
let scrolledAt = -Infinity;

addEventListener('scroll', () => (scrolledAt = performance.now()), { passive: true, capture: true });

/** Whether something on the page is being scrolled: nobody sees a small effect on what flies past. */
export const isScrolling = (): boolean => performance.now() - scrolledAt < RESTS_MS;
