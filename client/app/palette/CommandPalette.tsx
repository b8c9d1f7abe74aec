import { Autocomplete } from '@base-ui/react/autocomplete';
import type { TFunction } from 'i18next';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Logo } from '../../market/Logo';
import { Icon } from '../../ui/icons';
import ModalPanel from '../../ui/ModalPanel';
import { searchEntries, type PaletteEntry } from './palette-search';
import { closePalette, keepPick, recentPicks, usePalette } from './palette-store';
import { useEntries } from './use-entries';
import styles from './CommandPalette.module.css';

const SHOWN_MAX = 8;
const ALERTS_MAX = 2;
/** As it stands on the key, whatever the language. */
const ESCAPE = 'Esc';

const ICONS = { instrument: 'candles', alert: 'bell', page: 'right' } as const;

interface Group {
  label: string;
  items: PaletteEntry[];
}

/** Search over instruments and pages: the arrow keys walk the list while the focus stays in the text. */
export default function CommandPalette() {
  const { t } = useTranslation('common');
  const [query, setQuery] = useState(() => usePalette.getState().query);
  const groups = useGroups(query);
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  return (
    <ModalPanel title={t('palette.label')} onClose={closePalette} size={620} tall>
      <Autocomplete.Root
        open
        inline
        mode="none"
        autoHighlight="always"
        keepHighlight
        items={groups}
        itemToStringValue={({ title }: PaletteEntry) => title}
        value={query}
        onValueChange={(text, { reason }) => reason !== 'item-press' && setQuery(text)}
      >
        <div className={styles.field}>
          <Icon name="search" />
          <Autocomplete.Input
            aria-label={t('palette.label')}
            data-autofocus
            spellCheck={false}
            enterKeyHint="go"
            placeholder={t('palette.hint')}
          />
        </div>
        <Results />
      </Autocomplete.Root>
      <p className={styles.none} role="status">
        {query.trim() !== '' &&
          (count === 0 ? (
            t('palette.none', { query: query.trim() })
          ) : (
            <span className="hidden-visually">{t('palette.found', { count })}</span>
          ))}
      </p>
      <Keys />
    </ModalPanel>
  );
}

function Keys() {
  const { t } = useTranslation('common');
  return (
    <p className={styles.keys} aria-hidden="true">
      <kbd>↑</kbd>
      <kbd>↓</kbd> {t('palette.move')} <kbd>↵</kbd> {t('palette.go')} <kbd>{ESCAPE}</kbd> {t('palette.leave')}
    </p>
  );
}

function Results() {
  const { t } = useTranslation('common');
  return (
    <Autocomplete.List aria-label={t('palette.label')} className={styles.list}>
      {({ label, items }: Group) => (
        <Autocomplete.Group key={label} items={items}>
          <Autocomplete.GroupLabel className={styles.group}>{label}</Autocomplete.GroupLabel>
          <Autocomplete.Collection>
            {(entry: PaletteEntry) => <Entry key={entry.id} entry={entry} />}
          </Autocomplete.Collection>
        </Autocomplete.Group>
      )}
    </Autocomplete.List>
  );
}

function Entry({ entry }: { entry: PaletteEntry }) {
  const go = useNavigate();
  const pick = () => {
    keepPick(entry.id);
    closePalette();
    void go(entry.to);
  };
  return (
    <Autocomplete.Item
      value={entry}
      className={styles.option}
      onClick={pick}
      render={(props, { highlighted }) => <div {...props} aria-selected={highlighted} />}
    >
      {entry.base === undefined ? <Icon name={ICONS[entry.kind]} size={16} /> : <Logo base={entry.base} size={22} />}
      <span className={styles.title}>{entry.title}</span>
      <span className={styles.detail}>{entry.detail}</span>
    </Autocomplete.Item>
  );
}

/** What was picked last while nothing is typed; else instruments, then pages. */
function useGroups(query: string): Group[] {
  const { t } = useTranslation('common');
  const entries = useEntries();
  return useMemo(() => {
    const kinds = (['instrument', 'page'] as const).map((kind) => entries.filter((entry) => entry.kind === kind));
    const [instruments = [], pages = []] = kinds;
    const groups =
      query.trim() === ''
        ? [
            { label: t('palette.recent'), items: named(entries, recentPicks()) },
            { label: t('palette.pages'), items: named(pages, FIRST_PAGES) },
          ]
        : found(searchEntries(instruments, query, SHOWN_MAX), searchEntries(pages, query, SHOWN_MAX), t);
    return groups.filter(({ items }) => items.length > 0);
  }, [t, entries, query]);
}

/** Instruments with the way to an alert on the first of them, then pages. */
function found(instruments: PaletteEntry[], pages: PaletteEntry[], t: TFunction<'common'>): Group[] {
  const alerts = instruments.slice(0, ALERTS_MAX).map(({ title, detail }) => ({
    id: `alert:${title}`,
    kind: 'alert' as const,
    title: t('palette.alertOn', { symbol: title }),
    detail,
    to: `/alerts?set=${encodeURIComponent(title)}`,
  }));
  return [
    { label: t('palette.instruments'), items: instruments },
    { label: t('palette.pages'), items: pages },
    { label: t('palette.alerts'), items: alerts },
  ];
}

const FIRST_PAGES = ['market', 'spot', 'assets', 'help'].map((screen) => `page:${screen}`);

const named = (entries: readonly PaletteEntry[], ids: readonly string[]): PaletteEntry[] =>
  ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
