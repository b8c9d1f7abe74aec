/**
 * One state update per animation frame: however many messages arrive, `flush` runs once before the next paint.
 * A hidden page gets no frames, so a slow timer stands in for them there.
 */
export function perFrame(flush: () => void): () => void {
  let waiting = false;
  const run = () => {
    waiting = false;
    flush();
  };
  return () => {
    if (waiting) return;
    waiting = true;
    if (document.hidden) setTimeout(run, 1000);
    else requestAnimationFrame(run);
  };
}
