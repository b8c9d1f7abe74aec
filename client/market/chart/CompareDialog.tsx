import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import ModalPanel from '../../ui/ModalPanel';
import { Empty, Loadable } from '../../ui/states';
import { catalogueName, useInstruments } from '../instruments';
import { LIMITS } from './layout';
import { useLayout } from './layout-store';
import { SearchField } from './SearchField';
import styles from './Dialogs.module.css';

const SHOWN = 40;

/** Chooses up to three other instruments to lay over the chart. */
export function CompareDialog({ symbol, onClose }: { symbol: string; onClose: () => void }) {
  const { t } = useTranslation('chart');
  const [typed, setTyped] = useState('');
  const instruments = useInstruments();
  const [{ compared }, change] = useLayout(symbol);
  const full = compared.length >= LIMITS.compared;
  const wanted = typed.trim().toLocaleLowerCase();
  return (
    <ModalPanel title={t('compare')} onClose={onClose} size={480} tall>
      <p className={styles.notice}>{t('compareHow', { count: LIMITS.compared })}</p>
      <SearchField label={t('compareSearch')} value={typed} onChange={setTyped} />
      <Loadable query={instruments}>
        {(all) => {
          const found = all
            .filter(
              (each) =>
                each.symbol !== symbol &&
                `${each.symbol} ${each.name} ${catalogueName(each)}`.toLocaleLowerCase().includes(wanted),
            )
            .sort((a, b) => Number(compared.includes(b.symbol)) - Number(compared.includes(a.symbol)))
            .slice(0, SHOWN);
          if (found.length === 0) return <Empty text={t('compareNone')} />;
          return (
            <ul className={styles.list}>
              {found.map((each) => {
                const chosen = compared.includes(each.symbol);
                return (
                  <li key={each.symbol} className={styles.item}>
                    <label className={styles.choice}>
                      <input
                        type="checkbox"
                        checked={chosen}
                        disabled={full && !chosen}
                        onChange={() =>
                          change({
                            compared: chosen
                              ? compared.filter((other) => other !== each.symbol)
                              : [...compared, each.symbol],
                          })
                        }
                      />
                      <b>
                        {each.base}/{each.quote}
                      </b>
                      <small>{each.name}</small>
                    </label>
                  </li>
                );
              })}
            </ul>
          );
        }}
      </Loadable>
    </ModalPanel>
  );
}
