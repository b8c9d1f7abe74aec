import type { ButtonHTMLAttributes } from 'react';
import { cx } from '../../lib/cx';
import { ChartIcon, type ChartIconName } from './chart-icons';
import styles from './Toolbar.module.css';

type ToolButtonProps = {
  icon: ChartIconName;
  label: string;
  pressed?: boolean;
} & ButtonHTMLAttributes<HTMLButtonElement>;

/** A button with a drawing on it; its name is read out and shown on hover. */
export function ToolButton({ icon, label, pressed, className, ...rest }: ToolButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      {...(pressed !== undefined && { 'aria-pressed': pressed })}
      {...rest}
      className={cx(styles.tool, className)}
    >
      <ChartIcon name={icon} />
    </button>
  );
}
