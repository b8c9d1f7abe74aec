import { Menu } from '@base-ui/react/menu';
import { useMemo, type ReactNode, type RefObject } from 'react';
import { cx } from '../lib/cx';
import styles from './Menu.module.css';

interface MenuPanelProps {
  label: string;
  opener: RefObject<HTMLElement | null>;
  align: 'start' | 'end';
  /** Opens there, in pixels of the window, and not below its button. */
  at?: { x: number; y: number };
  onClose: () => void;
  children: ReactNode;
}

/** An open menu below its button. It begins at what is chosen. */
export default function MenuPanel({ label, opener, align, at, onClose, children }: MenuPanelProps) {
  const anchor = useMemo(() => (at === undefined ? opener : pointAt(at)), [at, opener]);
  const leave = (open: boolean, { event, cancel }: Menu.Root.ChangeEventDetails) => {
    // A press on the button closes the menu by the button's own click.
    if (open || opener.current?.contains(event.target as Node)) return cancel();
    onClose();
  };
  return (
    <Menu.Root open modal={false} onOpenChange={leave}>
      <Menu.Portal>
        <Menu.Positioner className={styles.place} anchor={anchor} align={align} sideOffset={6}>
          <Menu.Popup
            ref={beginAtChosen}
            aria-label={label}
            finalFocus={() => opener.current ?? false}
            className={styles.panel}
          >
            {children}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const pointAt = ({ x, y }: { x: number; y: number }) => ({ getBoundingClientRect: () => new DOMRect(x, y, 0, 0) });

/** In the next frame: until then the menu does not hear which of its items has the focus. */
const beginAtChosen = (panel: HTMLElement | null): void => {
  const items = [...(panel?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])];
  const first = items.find((item) => item.ariaChecked === 'true') ?? items[0];
  requestAnimationFrame(() => first?.focus({ preventScroll: true }));
};

export interface MenuItemProps {
  onSelect: () => void;
  checked?: boolean;
  /** It says why something is not there. */
  disabled?: boolean;
  children: ReactNode;
  lang?: string;
}

/** The menu stays open unless `onSelect` closes it. */
export function PanelItem({ onSelect, checked, disabled = false, children, lang }: MenuItemProps) {
  return (
    <Menu.Item
      {...(checked !== undefined && { role: 'menuitemradio', 'aria-checked': checked })}
      lang={lang}
      disabled={disabled}
      closeOnClick={false}
      className={cx(styles.item, checked && styles.checked)}
      onClick={onSelect}
    >
      {children}
    </Menu.Item>
  );
}

export function PanelGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Menu.Group className={styles.group}>
      <Menu.GroupLabel className={styles.groupLabel}>{label}</Menu.GroupLabel>
      {children}
    </Menu.Group>
  );
}
