import { useTranslation } from 'react-i18next';
import ModalPanel from '../../ui/ModalPanel';
import type { Shortcuts } from './shortcuts';
import { useTerminal } from './terminal-store';
import styles from '../../orders/OrderForm.module.css';

/** Every shortcut, and the switch that turns them off for who speaks to the computer or presses keys by accident. */
export default function ShortcutSheet({ shortcuts: all, onClose }: { shortcuts: Shortcuts; onClose: () => void }) {
  const { t } = useTranslation('spot');
  const { shortcuts, set } = useTerminal();
  return (
    <ModalPanel title={t('keys.title')} onClose={onClose} size={460}>
      <dl className={styles.keys}>
        {all.map(({ key, does }) => (
          <div key={key}>
            <dt>
              <kbd>{key.toUpperCase()}</kbd>
            </dt>
            <dd>{t(`keys.${does}`)}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.hint}>{t('keys.book')}</p>
      <label className={styles.check}>
        <input type="checkbox" checked={shortcuts} onChange={(event) => set({ shortcuts: event.target.checked })} />
        {t('keys.on')}
      </label>
    </ModalPanel>
  );
}
