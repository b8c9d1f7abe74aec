import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx';
import { toAmount } from '../../shared/money';
import { useFormat } from '../lib/format';
import { isScrolling } from '../lib/scrolling';
import { useCopy } from './CopyText';
import styles from './numbers.module.css';

const calm = matchMedia('(prefers-reduced-motion: reduce)');

const FLASH_MS = 400;
const RACING_MS = 150;
const FLASHES_APART_MS = 1000;

/**
 * A price that flashes subtly in the colour of its move, once a second at most and without a render. A price that races needs
 * none to be seen moving. A colour that fades would have the page drawn sixty times a second, so it comes and goes at once.
 */
export function Price({ value, decimals, className }: { value: string; decimals: number; className?: string }) {
  const format = useFormat();
  const element = useRef<HTMLSpanElement>(null);
  const before = useRef({ value, at: 0, flashedAt: 0 });
  useEffect(() => {
    const change = toAmount(value) - toAmount(before.current.value);
    if (change === 0n) return;
    const { at, flashedAt } = before.current;
    const now = performance.now();
    const seen = now - at > RACING_MS && !isScrolling() && !calm.matches;
    const flashes = seen && now - flashedAt > FLASHES_APART_MS;
    before.current = { value, at: now, flashedAt: flashes ? now : flashedAt };
    if (!flashes) return;
    const flashing = element.current;
    flashing?.setAttribute('data-flash', change > 0n ? 'up' : 'down');
    setTimeout(() => flashing?.removeAttribute('data-flash'), FLASH_MS);
  }, [value]);
  return (
    <span ref={element} className={cx(styles.price, className)}>
      {format.decimal(value, decimals)}
    </span>
  );
}

export const directionOf = (changePct: string): 'up' | 'down' | '' =>
  changePct.startsWith('-') ? 'down' : toAmount(changePct) === 0n ? '' : 'up';

/** A signed percentage in the colour of its direction; the sign repeats the colour. */
export function Change({ value, pill = false }: { value: string; pill?: boolean }) {
  const format = useFormat();
  const direction = directionOf(value);
  return (
    <span className={cx(direction, pill && styles.pill, pill && direction && styles[direction])}>
      {format.percent(value)}
    </span>
  );
}

interface AmountProps {
  /** Decimal text, as the server sent it. */
  value: string;
  /** How many decimals are shown; the whole is there on demand. */
  decimals: number;
  unit?: string;
  /** Profit, fees, postings: with its sign, and in the colour of it. */
  signed?: boolean;
  className?: string;
}

/**
 * An amount, rounded towards zero for reading. A rounded amount is a button: hover, focus or tap shows the full precision, a click
 * copies it.
 */
export function Amount({ value, decimals, unit, signed = false, className }: AmountProps) {
  const format = useFormat();
  const text = format.amountDown(value, decimals, signed);
  const direction = signed ? directionOf(value) : '';
  const shown = (
    <>
      {text}
      {unit !== undefined && <span className={styles.unit}> {unit}</span>}
    </>
  );
  const hidden = /\.\d*[1-9]/.test(value) && (value.split('.')[1] ?? '').replace(/0+$/, '').length > decimals;
  if (!hidden) return <span className={cx(direction, className)}>{shown}</span>;
  return (
    <ExactOnDemand value={value} unit={unit} className={cx(direction, className)}>
      {shown}
    </ExactOnDemand>
  );
}

interface ExactProps {
  value: string;
  unit: string | undefined;
  className: string;
  children: ReactNode;
}

function ExactOnDemand({ value, unit, className, children }: ExactProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [, copy] = useCopy();
  const [open, setOpen] = useState(false);
  const full = `${format.amountDown(value, 18)}${unit === undefined ? '' : ` ${unit}`}`;
  return (
    <button
      type="button"
      className={cx(styles.exact, className)}
      onPointerEnter={() => setOpen(true)}
      onPointerLeave={() => setOpen(false)}
      onFocus={() => setOpen(true)}
      onBlur={() => setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
      onClick={() => void copy(value)}
    >
      {children}
      <span className="hidden-visually">
        {full}, {t('action.copy')}
      </span>
      {open && (
        <span className={styles.bubble} aria-hidden="true">
          {full}
        </span>
      )}
    </button>
  );
}
