import { Modal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import Mantine from './mantine';

export interface ModalPanelProps {
  title: string;
  onClose: () => void;
  children: ReactNode;
  size?: string | number;
  /** Fills a phone's screen, for lists. */
  tall?: boolean;
}

const PHONE = '(max-width: 767px)';

/** A dialog: focus is kept inside, Escape closes, the focus returns to where it was. */
export default function ModalPanel({ title, onClose, children, size = 420, tall = false }: ModalPanelProps) {
  const { t } = useTranslation('common');
  useFocusReturn();
  const full = tall && matchMedia(PHONE).matches;
  return (
    <Mantine>
      <Modal
        opened
        onClose={onClose}
        title={title}
        size={size}
        centered={!tall}
        fullScreen={full}
        radius={full ? 0 : 'lg'}
        yOffset="6vh"
        zIndex={300}
        closeButtonProps={{ 'aria-label': t('action.close') }}
        overlayProps={{ backgroundOpacity: 0.5 }}
        transitionProps={{ duration: 120 }}
        styles={{ title: { fontWeight: 650, fontSize: 16 } }}
      >
        {children}
      </Modal>
    </Mantine>
  );
}

/** A closed dialog gives the focus back to what opened it, so that the keyboard goes on from there. */
function useFocusReturn(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(() => () => void setTimeout(() => (opener as HTMLElement | null)?.focus?.()), [opener]);
}
