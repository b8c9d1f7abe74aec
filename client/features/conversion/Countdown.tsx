import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from '../transfer/Money.module.css';

const TICK_MS = 250;
const SOON_MS = 3000;
const RADIUS = 10;
const ROUND = 2 * Math.PI * RADIUS;

interface Standing {
  receivedAt: number;
  validMs: number;
}

/** Milliseconds that an offer still stands, by this browser's own clock since the answer came; 0 when it is over. */
function leftOf(offer: Standing | undefined, now = performance.now()): number {
  return offer === undefined ? 0 : Math.max(0, Math.min(offer.validMs, offer.receivedAt + offer.validMs - now));
}

/** The same, drawn anew as it passes. */
export function useLeft(offer: Standing | undefined): number {
  const [now, tick] = useState(() => performance.now());
  useEffect(() => {
    if (offer === undefined) return;
    tick(performance.now());
    const timer = setInterval(() => tick(performance.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [offer]);
  return leftOf(offer, now);
}

/** A ring that empties; the text beside it is not read out every second. */
export function Countdown({ leftMs, validMs }: { leftMs: number; validMs: number }) {
  const { t } = useTranslation('conversion');
  const seconds = Math.ceil(leftMs / 1000);
  return (
    <>
      <svg
        className={styles.ring}
        width="26"
        height="26"
        viewBox="0 0 26 26"
        aria-hidden="true"
        data-soon={leftMs < SOON_MS}
      >
        <circle cx="13" cy="13" r={RADIUS} />
        <circle cx="13" cy="13" r={RADIUS} strokeDasharray={ROUND} strokeDashoffset={ROUND * (1 - leftMs / validMs)} />
      </svg>
      <span role="timer" aria-live="off">
        {t('secondsLeft', { count: seconds })}
      </span>
    </>
  );
}
