import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { exportDisposals, exportStatement, exportStatementPdf, getStatement } from '../../../contracts/statement.calls';
import type { StatementView } from '../../../contracts/statement.contract';
import { api, toastError } from '../../lib/api';
import { download, downloadWhole } from '../../lib/download';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Progress } from '../../ui/Progress';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { StatementTables } from './StatementTables';
import { PERIODS, daysOf, instantsOf, type Days, type PeriodName } from './period';
import { statementKeys } from './statement.feature';
import styles from './Statements.module.css';

const timeZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** A statement of the account by period: on the screen, as a PDF document and as a CSV file. */
export function Statements() {
  const { t } = useTranslation('statement');
  const [name, setName] = useState<PeriodName>('thisMonth');
  const [days, setDays] = useState<Days>(() => daysOf('thisMonth', new Date()));
  const period = instantsOf(days);
  const params = { ...(period ?? { from: 0, to: 0 }), timeZone: timeZone() };
  const query = useQuery({
    queryKey: statementKeys.list(params),
    queryFn: () => api.call(getStatement, params),
    enabled: period !== undefined,
  });
  const choose = (next: PeriodName) => {
    setName(next);
    if (next !== 'custom') setDays(daysOf(next, new Date()));
  };
  return (
    <div className={styles.statements}>
      <p className={styles.intro}>{t('intro')}</p>
      <Tabs
        look="chips"
        label={t('period')}
        controls="statement"
        value={name}
        onChange={choose}
        tabs={PERIODS.map((value) => ({ value, label: t(`period.${value}`) }))}
      />
      <div id="statement" role="tabpanel" aria-label={t(`period.${name}`)} className={styles.panel}>
        {name === 'custom' && <OwnDays days={days} onChange={setDays} />}
        {period !== undefined && (
          <Loadable query={query} skeleton={<Skeleton rows={6} height={28} />}>
            {(view) => (
              <>
                <Files view={view} params={params} />
                {view.rows.length === 0 ? <Empty text={t('pdf.nothing')} /> : <StatementTables view={view} />}
              </>
            )}
          </Loadable>
        )}
      </div>
    </div>
  );
}

function OwnDays({ days, onChange }: { days: Days; onChange: (days: Days) => void }) {
  const { t } = useTranslation('asset');
  return (
    <div className={styles.days}>
      {(['from', 'to'] as const).map((end) => (
        <label key={end}>
          {t(`filter.${end}`)}
          <input type="date" value={days[end]} onChange={(event) => onChange({ ...days, [end]: event.target.value })} />
        </label>
      ))}
    </div>
  );
}

type Params = { from: number; to: number; timeZone: string };

const FILES = ['pdf', 'csv', 'tax'] as const;
type FileKind = (typeof FILES)[number];

/** The files of the shown period. The CSV shows its progress and can be stopped. */
function Files({ view, params }: { view: StatementView; params: Params }) {
  const { t } = useTranslation('statement');
  const format = useFormat();
  const [rows, setRows] = useState(0);
  const [running, setRunning] = useState<{ kind: FileKind; stop: AbortController } | null>(null);
  const start = async (kind: FileKind) => {
    const stop = new AbortController();
    setRows(0);
    setRunning({ kind, stop });
    const fetched =
      kind === 'csv'
        ? download(exportStatement, params, setRows, stop.signal)
        : downloadWhole(kind === 'pdf' ? exportStatementPdf : exportDisposals, params, stop.signal);
    await fetched.catch((error: unknown) => {
      if (!stop.signal.aborted) toastError(error);
    });
    setRunning(null);
  };
  const all = view.movements;
  return (
    <div className={styles.files}>
      {running && (
        <div className={styles.progress}>
          <Progress
            label={
              running.kind !== 'csv'
                ? t(running.kind === 'pdf' ? 'pdf.progress' : 'tax.progress')
                : t('csv.progress', { rows: format.count(Math.min(rows, all)), all: format.count(all) })
            }
            done={running.kind === 'csv' && all > 0 ? rows / all : undefined}
            onCancel={() => running.stop.abort()}
          />
        </div>
      )}
      {FILES.map((kind) => (
        <Button
          key={kind}
          kind="plain"
          size="s"
          busy={running?.kind === kind}
          disabled={running !== null && running.kind !== kind}
          onClick={() => void start(kind)}
        >
          <Icon name="down" size={14} />
          {t(kind)}
        </Button>
      ))}
    </div>
  );
}
