import { useMutation } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import { claimReview } from './review-calls';

const TICK_MS = 1_000;
const LOOK_MS = 20_000;
/** After this long without input the claim runs out, so that others can go on. */
const AT_WORK_MS = 120_000;
/** The server extends a claim only once half of it is over; the extension is sent when this much is left. */
const RENEW_LEFT_MS = 6 * 60_000;

export interface Claim {
  leftMs: number;
  renewing: boolean;
  /** Extends the claim on request. */
  renew: () => void;
  error: Error | null;
}

/** Counts a claim down, and keeps it while its holder is at work. */
export function useClaim(requestId: string, until: number): Claim {
  const now = useNow();
  const [held, setHeld] = useState(until);
  const ends = Math.max(held, until);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => claimReview(requestId),
    onSuccess: (answer) => setHeld(answer.until),
  });
  const renew = useCallback(() => mutate(), [mutate]);
  const touched = useTouched();
  useEffect(() => {
    const timer = setInterval(() => {
      const left = ends - Date.now();
      if (left > 0 && left < RENEW_LEFT_MS && Date.now() - touched.current < AT_WORK_MS) renew();
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [ends, renew, touched]);
  return { leftMs: Math.max(0, ends - now), renewing: isPending, renew, error };
}

function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** When the reader last used keys or pointer. */
function useTouched(): { readonly current: number } {
  const touched = useRef(0);
  useEffect(() => {
    const touch = () => (touched.current = Date.now());
    touch();
    const events = ['keydown', 'pointerdown', 'pointermove', 'wheel'] as const;
    for (const event of events) window.addEventListener(event, touch, { passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touch);
    };
  }, []);
  return touched;
}
