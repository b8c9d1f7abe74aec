import { useEffect, useRef } from 'react';
import { cx } from '../lib/cx';
import { fixed } from '../lib/fixed';
import { useFormat } from '../lib/format';
import styles from './numbers.module.css';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** A price that flashes subtly in the colour of its move. The flash restarts with each change and costs no render. */
export function Price({ value, decimals, className }: { value: string; decimals: number; className?: string }) {
  const format = useFormat();
  const element = useRef<HTMLSpanElement>(null);
  const flash = useRef<Animation | undefined>(undefined);
  const before = useRef(value);
  useEffect(() => {
    const change = fixed(value) - fixed(before.current);
    before.current = value;
    if (change === 0n || calm.matches) return;
    flash.current?.cancel();
    const tint = change > 0n ? 'var(--up-soft)' : 'var(--down-soft)';
    flash.current = element.current?.animate([{ backgroundColor: tint }, { backgroundColor: 'transparent' }], 600);
  }, [value]);
  return (
    <span ref={element} className={cx(styles.price, className)}>
      {format.decimal(value, decimals)}
    </span>
  );
}

export const directionOf = (changePct: string): 'up' | 'down' | '' =>
  changePct.startsWith('-') ? 'down' : fixed(changePct) === 0n ? '' : 'up';

/** A signed percentage in the colour of its direction; the sign says it too, for who does not see colours. */
export function Change({ value, pill = false }: { value: string; pill?: boolean }) {
  const format = useFormat();
  const direction = directionOf(value);
  return (
    <span className={cx(direction, pill && styles.pill, pill && direction && styles[direction])}>
      {format.percent(value)}
    </span>
  );
}
