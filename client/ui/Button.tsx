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

export function Button({
  kind,
  size,
  wide,
  busy,
  className,
  ...rest
}: Look & { busy?: boolean } & ButtonHTMLAttributes<HTMLButtonElement>) {
  return (
    <button
      type="button"
      {...rest}
      disabled={rest.disabled || busy}
      aria-busy={busy || undefined}
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
