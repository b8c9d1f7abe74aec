import type { CSSProperties } from 'react';
import styles from './PercentSlider.module.css';

const STOPS = [0, 25, 50, 75, 100] as const;

interface PercentSliderProps {
  label: string;
  value: number;
  onChange: (percent: number) => void;
  disabled?: boolean;
}

/** A native range for the keyboard and screen readers, with its four stops to tap. */
export function PercentSlider({ label, value, onChange, disabled }: PercentSliderProps) {
  return (
    <div className={styles.slider} style={{ '--filled': `${value}%` } as CSSProperties}>
      <input
        type="range"
        min={0}
        max={100}
        step={1}
        value={value}
        disabled={disabled}
        aria-label={label}
        aria-valuetext={`${value}%`}
        onChange={(event) => onChange(Number(event.target.value))}
      />
      <div className={styles.stops} aria-hidden="true">
        {STOPS.map((stop) => (
          <button key={stop} type="button" tabIndex={-1} disabled={disabled} onClick={() => onChange(stop)}>
            {stop}%
          </button>
        ))}
      </div>
    </div>
  );
}
