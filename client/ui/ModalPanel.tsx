import { useEffect, useId, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx';
import { Icon } from './icons';
import styles from './ModalPanel.module.css';

export interface ModalPanelProps {
  title: string;
  /** Colours the title: green for a buy, red for a sell. */
  tone?: 'buy' | 'sell' | 'danger' | undefined;
  onClose: () => void;
  children: ReactNode;
  /** Width in CSS pixels, or any CSS length. */
  size?: string | number;
  /** Fills a phone's screen, for lists. */
  tall?: boolean;
}

/** The dialogs that are open, the newest last: only that one hears Escape. */
const open: HTMLElement[] = [];

/** A dialog: focus is kept inside, Escape closes, the focus returns to where it was. */
export default function ModalPanel({ title, tone, onClose, children, size = 420, tall = false }: ModalPanelProps) {
  const root = useRef<HTMLDivElement>(null);
  useModal(root, onClose);
  const width = typeof size === 'number' ? `${size}px` : size;
  return createPortal(
    <div
      ref={root}
      className={cx(styles.backdrop, tall && styles.tall)}
      style={{ '--dialog-width': width } as CSSProperties}
      onPointerDown={(event) => event.target === event.currentTarget && onClose()}
    >
      <DialogCard title={title} tone={tone} onClose={onClose}>
        {children}
      </DialogCard>
    </div>,
    document.body,
  );
}

/** What a dialog looks like, without its behaviour. */
export function DialogCard({
  title,
  tone,
  onClose,
  children,
}: Pick<ModalPanelProps, 'title' | 'tone' | 'onClose' | 'children'>) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <div role="dialog" aria-modal="true" aria-labelledby={id} tabIndex={-1} className={styles.panel}>
      <header className={styles.head}>
        <h2 id={id} className={tone === 'buy' ? 'up' : tone === 'sell' ? 'down' : undefined}>
          {title}
        </h2>
        <button type="button" className={styles.close} aria-label={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/**
 * While it is open everything else on the page is inert, so that neither Tab nor a screen reader leaves it; what lies over
 * dialogs on purpose (toasts) says so. Closed, it gives the focus back to what opened it, for the keyboard to go on from.
 */
function useModal(root: RefObject<HTMLElement | null>, onClose: () => void): void {
  const close = useRef(onClose);
  const [opener] = useState(() => document.activeElement as HTMLElement | null);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const own = root.current;
    if (own === null) return;
    const others = [...document.body.children].filter(
      (each) => each instanceof HTMLElement && each !== own && !each.inert && !('overDialogs' in each.dataset),
    ) as HTMLElement[];
    for (const each of others) each.inert = true;
    open.push(own);
    const page = document.documentElement;
    // Where the page could be scrolled, the room of its scroll bar stays, so that nothing behind moves.
    page.dataset['dialog'] ??= innerWidth > page.clientWidth ? 'over-scroll' : 'open';
    const first = own.querySelector<HTMLElement>('[data-autofocus]') ?? own.querySelector<HTMLElement>('[role=dialog]');
    first?.focus();
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || open.at(-1) !== own || event.defaultPrevented) return;
      event.preventDefault();
      close.current();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => {
      document.removeEventListener('keydown', onKeyDown);
      for (const each of others) each.inert = false;
      open.splice(open.indexOf(own), 1);
      if (open.length === 0) delete page.dataset['dialog'];
      // After the click that closed it: the browser moves the focus itself until then.
      setTimeout(() => opener?.focus?.());
    };
  }, [root, opener]);
}
