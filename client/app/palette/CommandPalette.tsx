import { useId, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { Icon } from '../../ui/icons';
import ModalPanel from '../../ui/ModalPanel';
import { NotOpen } from '../ScreenName';
import { searchEntries, type PaletteEntry } from './palette-search';
import { closePalette, keepPick, recentPicks, usePalette } from './palette-store';
import { useEntries } from './use-entries';
import styles from './CommandPalette.module.css';

const SHOWN_MAX = 8;
/** As it stands on the key, whatever the language. */
const ESCAPE = 'Esc';

interface Group {
  label: string;
  entries: PaletteEntry[];
}

/** Search over instruments and pages: a combobox whose list the arrow keys walk while the focus stays in the text. */
export default function CommandPalette() {
  const { t } = useTranslation('common');
  const go = useNavigate();
  const id = useId();
  const [query, setQuery] = useState(() => usePalette.getState().query);
  const [chosen, setChosen] = useState(0);
  const groups = useGroups(query);
  const flat = groups.flatMap(({ entries }) => entries);
  const at = Math.min(chosen, flat.length - 1);
  const pick = (entry: PaletteEntry | undefined) => {
    if (entry === undefined) return;
    keepPick(entry.id);
    closePalette();
    void go(entry.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) return pick(flat[at]);
    const next = { ArrowDown: at + 1, ArrowUp: at - 1 }[event.key];
    if (next === undefined || flat.length === 0) return;
    event.preventDefault();
    const target = (next + flat.length) % flat.length;
    setChosen(target);
    document.getElementById(`${id}-${target}`)?.scrollIntoView({ block: 'nearest' });
  };
  return (
    <ModalPanel title={t('palette.label')} onClose={closePalette} size={620} tall>
      <div className={styles.field}>
        <Icon name="search" />
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={flat.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={flat.length > 0 ? `${id}-${at}` : undefined}
          data-autofocus
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="go"
          placeholder={t('palette.hint')}
          value={query}
          onChange={(event) => (setQuery(event.target.value), setChosen(0))}
          onKeyDown={onKeyDown}
        />
      </div>
      <Results id={id} groups={groups} at={at} pick={pick} />
      <p className={styles.none} role="status">
        {query.trim() !== '' &&
          (flat.length === 0 ? (
            t('palette.none', { query: query.trim() })
          ) : (
            <span className="hidden-visually">{t('palette.found', { count: flat.length })}</span>
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

interface ResultsProps {
  id: string;
  groups: readonly Group[];
  at: number;
  pick: (entry: PaletteEntry) => void;
}

function Results({ id, groups, at, pick }: ResultsProps) {
  const { t } = useTranslation('common');
  let index = -1;
  return (
    <div id={`${id}-list`} role="listbox" aria-label={t('palette.label')} className={styles.list}>
      {groups.map(({ label, entries }) => (
        <div key={label} role="group" aria-label={label}>
          <div className={styles.group} aria-hidden="true">
            {label}
          </div>
          {entries.map((entry) => {
            index += 1;
            return (
              <div
                key={entry.id}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                className={styles.option}
                // The focus stays in the text; a press would take it away before the click.
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => pick(entry)}
              >
                <Icon name={entry.kind === 'instrument' ? 'candles' : 'right'} size={16} />
                <span className={styles.title}>{entry.title}</span>
                {entry.screen !== undefined && <NotOpen screen={entry.screen} />}
                <span className={styles.detail}>{entry.detail}</span>
              </div>
            );
          })}
        </div>
      ))}
    </div>
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
            { label: t('palette.recent'), entries: named(entries, recentPicks()) },
            { label: t('palette.pages'), entries: named(pages, FIRST_PAGES) },
          ]
        : [
            { label: t('palette.instruments'), entries: searchEntries(instruments, query, SHOWN_MAX) },
            { label: t('palette.pages'), entries: searchEntries(pages, query, SHOWN_MAX) },
          ];
    return groups.filter(({ entries: some }) => some.length > 0);
  }, [t, entries, query]);
}

const FIRST_PAGES = ['market', 'spot', 'assets', 'help'].map((screen) => `page:${screen}`);

const named = (entries: readonly PaletteEntry[], ids: readonly string[]): PaletteEntry[] =>
  ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []);
