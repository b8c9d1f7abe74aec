import type { ButtonHTMLAttributes } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { cx } from '../lib/cx';
import styles from './Button.module.css';

type Kind = 'primary' | 'plain' | 'quiet' | 'buy' | 'sell' | 'danger';
interface Look {
  kind?: Kind;
  size?: 's' | 'm' | 'l';
  wide?: boolean;
}

const look = ({ kind = 'primary', size = 'm', wide }: Look, extra?: string) =>
  cx(styles.button, styles[kind], styles[size], wide && styles.wide, extra);

/** While busy it keeps the focus and takes no further click; a disabled button would lose the keyboard's place. */
export function Button({
  kind,
  size,
  wide,
  busy = false,
  className,
  onClick,
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={look({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
    />
  );
}

export function ButtonLink({ kind, size, wide, className, ...rest }: Look & LinkProps) {
  return (
    <Link
      {...rest}
      className={look({ ...(kind && { kind }), ...(size && { size }), ...(wide && { wide }) }, className)}
    />
  );
}
