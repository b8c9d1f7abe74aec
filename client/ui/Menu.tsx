import { Suspense, lazy, useRef, useState, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import type { MenuItemProps } from './MenuPanel';
import styles from './Menu.module.css';

/** What an open menu needs: more than all other components together, so it loads on hover or focus of the button. */
const load = () => import('./MenuPanel');
const MenuPanel = lazy(load);
const PanelItem = lazy(async () => ({ default: (await load()).PanelItem }));
const PanelGroup = lazy(async () => ({ default: (await load()).PanelGroup }));

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
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => setOpen(false);
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={cx(styles.button, buttonClass)}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onPointerEnter={() => void load()}
        onFocus={() => void load()}
        onClick={() => setOpen(!open)}
        onKeyDown={({ key }) => key === 'ArrowDown' && setOpen(true)}
      >
        {button}
      </button>
      {open && (
        <Suspense fallback={null}>
          <MenuPanel label={label} opener={opener} align={align} onClose={close}>
            {children(close)}
          </MenuPanel>
        </Suspense>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  return <PanelItem {...props} />;
}

export function MenuGroup(props: { label: string; children: ReactNode }) {
  return <PanelGroup {...props} />;
}
