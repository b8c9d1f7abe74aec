import { useTranslation } from 'react-i18next';
import {
  FIRST_COLUMNS,
  WATCHLIST_COLUMNS,
  WATCHLIST_LIMITS,
  type WatchlistColumn,
  type WatchlistView,
} from '../../../contracts/watchlist.contract';
import { useFormat } from '../../lib/format';
import { changeLists, useWatchlists } from '../../market/watchlists';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { CheckField, TextField } from '../../ui/fields';
import fields from '../../ui/fields.module.css';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { problemOf } from './list-changes';
import styles from './Watchlist.module.css';

interface DialogProps {
  /** Absent for a new one. */
  list: WatchlistView | undefined;
  onClose: () => void;
}

/** Name and columns of a list; also deletes it. */
export default function WatchlistDialog({ list, onClose }: DialogProps) {
  const { t } = useTranslation('watchlist');
  const form = useWatchlistForm(list, onClose);
  const title = t(list === undefined ? 'newTitle' : 'editTitle');
  const columns = columnsIn(form.values.columns);
  const toggle = (column: WatchlistColumn, on: boolean) =>
    form.set({ columns: (on ? [...columns, column] : columns.filter((each) => each !== column)).join() });
  return (
    <ModalPanel title={title} onClose={onClose} size={460}>
      <Form
        handle={form}
        label={title}
        actions={
          <>
            <Button type="submit" wide busy={form.busy}>
              {t(list === undefined ? 'create' : 'save')}
            </Button>
            {list !== undefined && list.name !== null && (
              <Button kind="quiet" wide onClick={() => void remove(list, t, onClose)}>
                {t('delete')}
              </Button>
            )}
          </>
        }
      >
        {list?.name !== null && (
          <TextField label={t('name')} autoComplete="off" maxLength={WATCHLIST_LIMITS.name} {...form.field('name')} />
        )}
        <Columns chosen={columns} onToggle={toggle} error={form.field('columns').error} />
      </Form>
    </ModalPanel>
  );
}

function useWatchlistForm(list: WatchlistView | undefined, onClose: () => void) {
  const { t } = useTranslation(['watchlist', 'refusal']);
  const format = useFormat();
  const { lists } = useWatchlists();
  const watchlistId = list?.watchlistId ?? `device-${Date.now()}`;
  const asksName = list?.name !== null;
  return useForm({
    initial: { name: list?.name ?? '', columns: (list?.columns ?? FIRST_COLUMNS).join() },
    check: ({ name, columns }) => {
      const count = columnsIn(columns).length;
      const taken = problemOf(lists, { kind: 'change', watchlistId, name });
      return {
        ...(asksName && name.trim() === '' && { name: t('nameMissing') }),
        ...(asksName && taken !== undefined && { name: t(`refusal:${taken.refusal}`) }),
        ...((count === 0 || count > WATCHLIST_LIMITS.columns) && {
          columns: t('columnsHint', { most: format.count(WATCHLIST_LIMITS.columns) }),
        }),
      };
    },
    send: async ({ name, columns }) => {
      const chosen = columnsIn(columns);
      const done = await changeLists(
        list === undefined
          ? { kind: 'create', watchlistId, name, columns: chosen, symbols: [] }
          : { kind: 'change', watchlistId, columns: chosen, ...(asksName && { name }) },
      );
      if (done) onClose();
    },
  });
}

const columnsIn = (text: string): WatchlistColumn[] =>
  text.split(',').flatMap((each) => WATCHLIST_COLUMNS.find((column) => column === each) ?? []);

interface ColumnsProps {
  /** In the order in which they were chosen, which is that of the list from left to right. */
  chosen: readonly WatchlistColumn[];
  onToggle: (column: WatchlistColumn, on: boolean) => void;
  error: string | undefined;
}

function Columns({ chosen, onToggle, error }: ColumnsProps) {
  const { t } = useTranslation(['watchlist', 'market']);
  const format = useFormat();
  return (
    <fieldset className={styles.columns} name="columns" tabIndex={-1}>
      <legend>{t('columns')}</legend>
      <p>{t('columnsHint', { most: format.count(WATCHLIST_LIMITS.columns) })}</p>
      <div>
        {WATCHLIST_COLUMNS.map((column) => {
          const at = chosen.indexOf(column);
          // Over its own table the curve needs no more words than its hours.
          const label = column === 'curve' ? t('curve') : t(`market:column.${column}`);
          return (
            <CheckField
              key={column}
              name={`column.${column}`}
              error={undefined}
              label={at < 0 ? label : `${format.count(at + 1)}. ${label}`}
              value={at < 0 ? '' : 'yes'}
              onChange={(value) => onToggle(column, value === 'yes')}
            />
          );
        })}
      </div>
      {error !== undefined && (
        <p className={fields.error} role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}

async function remove(
  list: WatchlistView,
  t: ReturnType<typeof useTranslation<'watchlist'>>['t'],
  onClose: () => void,
): Promise<void> {
  const question = { title: t('deleteAsk', { name: list.name }), body: t('deleteBody'), confirmLabel: t('delete') };
  if (!(await confirm({ ...question, kind: 'danger' }))) return;
  if (await changeLists({ kind: 'remove', watchlistId: list.watchlistId })) onClose();
}
