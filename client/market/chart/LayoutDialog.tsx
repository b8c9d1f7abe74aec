import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import ModalPanel from '../../ui/ModalPanel';
import { Empty } from '../../ui/states';
import { LIMITS, setupOf } from './layout';
import { useChartStore, useLayout } from './layout-store';
import styles from './Dialogs.module.css';

/** Saves the chart's set-up under a name, loads one, or begins afresh. Drawings stay with their instrument. */
export function LayoutDialog({ symbol, onClose }: { symbol: string; onClose: () => void }) {
  const { t } = useTranslation('chart');
  const { named, saveNamed, removeNamed, reset } = useChartStore();
  const [layout, change] = useLayout(symbol);
  const [name, setName] = useState('');
  return (
    <ModalPanel title={t('layouts')} onClose={onClose}>
      <p className={styles.notice}>{t('layoutsHow')}</p>
      <form
        className={styles.save}
        onSubmit={(event) => {
          event.preventDefault();
          saveNamed(name, layout);
          setName('');
        }}
      >
        <input
          data-autofocus
          aria-label={t('layoutName')}
          placeholder={t('layoutName')}
          maxLength={LIMITS.nameLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" disabled={name.trim() === ''}>
          {t('layoutSave')}
        </Button>
      </form>
      {named.length === 0 ? (
        <Empty text={t('layoutsNone')} />
      ) : (
        <ul className={styles.list}>
          {named.map((each) => (
            <li key={each.name} className={styles.item}>
              <button type="button" className={styles.add} onClick={() => (change(setupOf(each.setup)), onClose())}>
                <span>{each.name}</span>
                <small>{t(`period.${each.setup.period}`)}</small>
              </button>
              <button
                type="button"
                className={styles.star}
                aria-label={t('removeNamed', { name: each.name })}
                onClick={() => removeNamed(each.name)}
              >
                <Icon name="close" size={16} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.actions}>
        <Button kind="plain" onClick={() => (reset(symbol), onClose())}>
          {t('layoutReset')}
        </Button>
      </div>
    </ModalPanel>
  );
}
