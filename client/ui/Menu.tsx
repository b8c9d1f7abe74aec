import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './Menu.module.css';

interface MenuProps {
  label: string;
  button: ReactNode;
  /** `close` puts the focus back on the button. */
  children: (close: () => void) => ReactNode;
  buttonClass?: string | undefined;
  align?: 'start' | 'end';
}

/** A button that opens a menu: arrow keys walk it, Escape and a click elsewhere close it. */
export function Menu({ label, button, children, buttonClass, align = 'end' }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const close = () => {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('button')?.focus();
  };
  useCloseElsewhere(root, open, () => setOpen(false));
  useEffect(() => {
    if (open) (root.current?.querySelector<HTMLElement>('[aria-checked="true"]') ?? itemsOf(root.current)[0])?.focus();
  }, [open]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) close();
    else if (event.key === 'ArrowDown' && !open) setOpen(true);
    else if (open) walk(event, itemsOf(root.current));
  };
  return (
    <div className={styles.root} ref={root} onKeyDown={onKeyDown}>
      <button
        type="button"
        className={cx(styles.button, buttonClass)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {button}
      </button>
      {open && (
        <div id={id} role="menu" aria-label={label} className={cx(styles.panel, align === 'start' && styles.start)}>
          {children(close)}
        </div>
      )}
    </div>
  );
}

interface MenuItemProps {
  onSelect: () => void;
  checked?: boolean;
  children: ReactNode;
  lang?: string;
}

export function MenuItem({ onSelect, checked, children, lang }: MenuItemProps) {
  const radio = checked !== undefined;
  return (
    <button
      type="button"
      role={radio ? 'menuitemradio' : 'menuitem'}
      {...(radio ? { 'aria-checked': checked } : {})}
      tabIndex={-1}
      lang={lang}
      className={cx(styles.item, checked && styles.checked)}
      onClick={onSelect}
    >
      {children}
    </button>
  );
}

export function MenuGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      <div className={styles.groupLabel} aria-hidden="true">
        {label}
      </div>
      {children}
    </div>
  );
}

const itemsOf = (root: HTMLElement | null): HTMLElement[] => [
  ...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? []),
];

function walk(event: KeyboardEvent, items: HTMLElement[]): void {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const step = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: items.length - 1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  items[(step + items.length) % items.length]?.focus();
}

function useCloseElsewhere(root: { current: HTMLElement | null }, open: boolean, close: () => void): void {
  useEffect(() => {
    if (!open) return;
    const onPointer = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) close();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('focusin', onPointer);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('focusin', onPointer);
    };
  });
}
