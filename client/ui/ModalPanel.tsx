import { Dialog } from '@base-ui/react/dialog';
import { useId, useRef, type ComponentProps, type CSSProperties, type ReactNode } from 'react';
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

/** A dialog: focus is kept inside, Escape closes, the focus returns to where it was. */
export default function ModalPanel({ title, tone, onClose, children, size = 420, tall = false }: ModalPanelProps) {
  const card = useRef<HTMLDivElement>(null);
  const width = typeof size === 'number' ? `${size}px` : size;
  const leave = (open: boolean, { reason, cancel }: Dialog.Root.ChangeEventDetails) => {
    if (reason === 'escape-key' && !isNewest(card.current)) return cancel();
    if (!open) onClose();
  };
  return (
    <Dialog.Root open onOpenChange={leave}>
      <Dialog.Portal>
        <Dialog.Viewport
          className={cx(styles.backdrop, tall && styles.tall)}
          style={{ '--dialog-width': width } as CSSProperties}
        >
          <Dialog.Popup
            ref={card}
            initialFocus={() => card.current?.querySelector<HTMLElement>('[data-autofocus]') ?? card.current}
            render={<DialogCard title={title} tone={tone} onClose={onClose} />}
          >
            {children}
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

/** A question over a dialog is no part of it, and both hear Escape. */
const isNewest = (card: HTMLElement | null): boolean => [...document.querySelectorAll('[role=dialog]')].at(-1) === card;

type DialogCardProps = Pick<ModalPanelProps, 'title' | 'tone' | 'onClose'> & Omit<ComponentProps<'div'>, 'title'>;

/** What a dialog looks like, without its behaviour. */
export function DialogCard({ title, tone, onClose, children, ...rest }: DialogCardProps) {
  const { t } = useTranslation('common');
  const id = useId();
  return (
    <div role="dialog" aria-modal="true" tabIndex={-1} {...rest} aria-labelledby={id} className={styles.panel}>
      <header className={styles.head}>
        <h2 id={id} className={tone === 'buy' ? 'up' : tone === 'sell' ? 'down' : undefined}>
          <TitleText text={title} />
        </h2>
        <button type="button" className={styles.close} aria-label={t('action.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div className={styles.content}>{children}</div>
    </div>
  );
}

/** What fits a line of a phone. */
const SHORT = 24;

/** A symbol behind the dot, such as `BTCUSDT-PERP Long`, is not broken at its hyphen. */
function TitleText({ text }: { text: string }) {
  const [what, ...rest] = text.split(' · ');
  const which = rest.join(' · ');
  if (which === '' || which.length > SHORT) return text;
  return (
    <>
      {what} · <span className={styles.whole}>{which}</span>
    </>
  );
}
