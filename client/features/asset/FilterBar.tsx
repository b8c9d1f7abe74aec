import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { download, type FileCall } from '../../lib/download';
import { toastError } from '../../lib/api';
import { queryOf, type Filters } from '../../lib/filters';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Progress } from '../../ui/Progress';
import styles from './FilterBar.module.css';

interface Choice {
  name: string;
  label: string;
  /** The text of no choice. */
  all: string;
  options: readonly (readonly [value: string, label: string])[];
}

interface FilterBarProps {
  choices: readonly Choice[];
  filters: Filters;
  onChange: (filters: Filters) => void;
  /** The call that answers the same rows as a file; without it there is nothing to export. */
  exportCall?: FileCall;
  /** Whether the list has a period; open orders are now. */
  days?: boolean;
  /** What stands in the field that searches the list by text (filter `search`); without it there is none. */
  search?: string;
  /** What the list is always narrowed to; the file is narrowed to it too. */
  fixed?: Filters;
}

/** What a list of records is narrowed to, and the file of exactly that. */
export function FilterBar({ choices, filters, onChange, exportCall, days = true, search, fixed = {} }: FilterBarProps) {
  const { t } = useTranslation('asset');
  const set = (name: string, value: string) => onChange({ ...filters, [name]: value });
  const narrowed = Object.values(filters).some((value) => value !== '');
  return (
    <div className={styles.bar} role="group" aria-label={t('filter.title')}>
      {search !== undefined && (
        <Search label={search} value={filters['search'] ?? ''} onChange={(text) => set('search', text)} />
      )}
      {choices.map(({ name, label, all, options }) => (
        <label key={name}>
          <span className="hidden-visually">{label}</span>
          <select value={filters[name] ?? ''} onChange={(event) => set(name, event.target.value)}>
            <option value="">{all}</option>
            {options.map(([value, text]) => (
              <option key={value} value={value}>
                {text}
              </option>
            ))}
          </select>
        </label>
      ))}
      {(days ? (['from', 'to'] as const) : []).map((name) => (
        <label key={name} className={styles.day}>
          {t(`filter.${name}`)}
          <input type="date" value={filters[name] ?? ''} onChange={(event) => set(name, event.target.value)} />
        </label>
      ))}
      {narrowed && (
        <Button kind="quiet" size="s" onClick={() => onChange({})}>
          {t('filter.clear')}
        </Button>
      )}
      {exportCall && <Export call={exportCall} filters={{ ...filters, ...fixed }} />}
    </div>
  );
}

const TYPED_MS = 400;

/** Looks when nothing more has been typed for a moment. */
function Search({ label, value, onChange }: { label: string; value: string; onChange: (text: string) => void }) {
  const [text, setText] = useState(value);
  const [lastValue, setLastValue] = useState(value);
  // Cleared or chosen elsewhere: the field follows.
  if (lastValue !== value) {
    setLastValue(value);
    setText(value);
  }
  useEffect(() => {
    if (text.trim() === value) return;
    const timer = setTimeout(() => onChange(text.trim()), TYPED_MS);
    return () => clearTimeout(timer);
  });
  return (
    <label>
      <span className="hidden-visually">{label}</span>
      <input
        type="search"
        placeholder={label}
        value={text}
        maxLength={100}
        onChange={(event) => setText(event.target.value)}
      />
    </label>
  );
}

/** Shows the number of exported rows, with a stop button. */
function Export({ call, filters }: { call: FileCall; filters: Filters }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const [rows, setRows] = useState(0);
  const [stopping, setStopping] = useState<AbortController | null>(null);
  const start = async () => {
    const stopped = new AbortController();
    setRows(0);
    setStopping(stopped);
    await download(call, queryOf(filters), setRows, stopped.signal).catch((error: unknown) => {
      if (!stopped.signal.aborted) toastError(error);
    });
    setStopping(null);
  };
  return (
    <div className={styles.export}>
      {stopping && (
        <div className={styles.progress}>
          <Progress label={t('filter.exporting', { rows: format.count(rows) })} onCancel={() => stopping.abort()} />
        </div>
      )}
      <Button kind="plain" size="s" busy={stopping !== null} onClick={() => void start()}>
        <Icon name="down" size={14} />
        {t('filter.export')}
      </Button>
    </div>
  );
}
