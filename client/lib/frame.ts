const due = new Set<() => void>();

function runDue(): void {
  const now = [...due];
  due.clear();
  for (const run of now) {
    try {
      run();
    } catch (error) {
      reportError(error);
    }
  }
}

/**
 * One state update per animation frame: however many messages arrive, `flush` runs once before the next paint, and all that
 * are due in a frame run together, so that the screen is drawn once for book, tape and ticker.
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
    if (document.hidden) return void setTimeout(run, 1000);
    if (due.size === 0) requestAnimationFrame(runDue);
    due.add(run);
  };
}
