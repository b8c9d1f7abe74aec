import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../../lib/cx';
import { Icon } from '../../ui/icons';
import ModalPanel from '../../ui/ModalPanel';
import { Empty } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { CATALOGUE } from './indicators/catalogue';
import { CATEGORIES, type IndicatorEntry } from './indicators/types';
import { LIMITS } from './layout';
import { layoutNow, useChartStore, useLayout } from './layout-store';
import { SearchField } from './SearchField';
import styles from './Dialogs.module.css';

const GROUPS = ['all', 'favourites', ...CATEGORIES] as const;

/** Adds an indicator's line to a chart, with its own default parameters. */
function add(symbol: string, entry: IndicatorEntry): void {
  const { indicators } = layoutNow(symbol);
  const choice = {
    key: crypto.randomUUID(),
    id: entry.id,
    params: entry.params.map((param) => param.value),
    colours: entry.outputs.map((output) => output.colour),
    source: 'close' as const,
    hidden: false,
  };
  useChartStore.getState().change(symbol, { indicators: [...indicators, choice] });
}

/** All indicators, to be found by name or category. Choosing one adds it; the dialog stays for more. */
export function IndicatorDialog({ symbol, onClose }: { symbol: string; onClose: () => void }) {
  const { t } = useTranslation('chart');
  const [typed, setTyped] = useState('');
  const [group, setGroup] = useState<(typeof GROUPS)[number]>('all');
  const favourites = useChartStore((state) => state.favourites);
  const [{ indicators }] = useLayout(symbol);
  const full = indicators.length >= LIMITS.indicators;
  const wanted = typed.trim().toLocaleLowerCase();
  const found = CATALOGUE.filter(
    (entry) =>
      (group === 'all' || (group === 'favourites' ? favourites.includes(entry.id) : entry.category === group)) &&
      `${entry.short} ${t(`indicator.${entry.id}`)}`.toLocaleLowerCase().includes(wanted),
  );
  return (
    <ModalPanel title={t('indicators')} onClose={onClose} size={560} tall>
      <SearchField label={t('indicatorSearch')} value={typed} onChange={setTyped} />
      <Tabs
        label={t('categories')}
        value={group}
        onChange={setGroup}
        tabs={GROUPS.map((value) => ({ value, label: t(`category.${value}`) }))}
      />
      {full && (
        <p className={styles.notice} role="status">
          {t('indicatorsFull', { count: LIMITS.indicators })}
        </p>
      )}
      {found.length === 0 ? (
        <Empty text={t(group === 'favourites' && wanted === '' ? 'favouritesNone' : 'indicatorNone')} />
      ) : (
        <ul className={styles.list}>
          {found.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              count={indicators.filter((each) => each.id === entry.id).length}
              favourite={favourites.includes(entry.id)}
              full={full}
              onAdd={() => add(symbol, entry)}
            />
          ))}
        </ul>
      )}
    </ModalPanel>
  );
}

interface EntryProps {
  entry: IndicatorEntry;
  count: number;
  favourite: boolean;
  full: boolean;
  onAdd: () => void;
}

function Entry({ entry, count, favourite, full, onAdd }: EntryProps) {
  const { t } = useTranslation('chart');
  const toggle = useChartStore((state) => state.toggleFavourite);
  const name = t(`indicator.${entry.id}`);
  return (
    <li className={styles.item}>
      <button
        type="button"
        className={cx(styles.star, favourite && styles.starred)}
        aria-pressed={favourite}
        aria-label={t('favouriteNamed', { name })}
        onClick={() => toggle(entry.id)}
      >
        <Icon name="star" size={16} filled={favourite} />
      </button>
      <button type="button" className={styles.add} disabled={full} data-indicator={entry.id} onClick={onAdd}>
        <span>{name}</span>
        <small>{entry.short}</small>
        {count > 0 && <span className={styles.count}>{t('onChart', { count })}</span>}
      </button>
    </li>
  );
}
