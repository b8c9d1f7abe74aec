import { memo } from 'react';
import { cx } from '../lib/cx';
import { LOGO_NAMES } from './logo-names';
import styles from './Logo.module.css';

const KNOWN: ReadonlySet<string> = new Set(LOGO_NAMES.split(' '));
const HUES = 6;

interface LogoProps {
  base: string;
  size?: number;
}

/** An instrument's logo, fetched when it comes into sight and kept for a year; its letters where it has none. */
export const Logo = memo(function Logo({ base, size = 24 }: LogoProps) {
  if (KNOWN.has(base)) {
    const source = `/assets/logos-1/${encodeURIComponent(base)}.svg`;
    return (
      <img className={styles.logo} src={source} alt="" width={size} height={size} loading="lazy" decoding="async" />
    );
  }
  return (
    <i
      aria-hidden="true"
      className={cx(styles.logo, styles.letters, size < 24 && styles.small)}
      data-hue={hueOf(base)}
      style={{ width: size, height: size }}
    >
      {base.slice(0, 2)}
    </i>
  );
});

const hueOf = (base: string): number => [...base].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % HUES;
