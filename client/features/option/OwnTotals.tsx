import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { setOptionLossLimit, setOptionPause } from '../../../contracts/option.calls';
import type { OptionStanding } from '../../../contracts/option.contract';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { useAmounts } from '../asset/use-amounts';
import { Button } from '../../ui/Button';
import { Amount } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { optionKeys } from './option.feature';
import { useStanding } from './use-options';
import styles from './Option.module.css';

const LimitsDialog = lazy(() => import('./LimitsDialog'));

/** What options have cost the person so far, beside every bet, and the limits that they set for themselves. */
export function OwnTotals() {
  const { t } = useTranslation('option');
  const query = useStanding();
  return (
    <section className={styles.own} aria-label={t('own.title')}>
      <h2>{t('own.title')}</h2>
      <Loadable query={query} skeleton={<Skeleton rows={4} height={20} />}>
        {(standing) => (
          <>
            <Totals standing={standing} />
            <Limits standing={standing} />
          </>
        )}
      </Loadable>
    </section>
  );
}

const ROWS = ['count', 'staked', 'returned', 'expected', 'profit'] as const;

function Totals({ standing: { all, today } }: { standing: OptionStanding }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const amounts = useAmounts();
  const cell = (of: OptionStanding['all'], row: (typeof ROWS)[number]) => {
    if (row === 'count') return format.count(of.count);
    if (row === 'profit') return <Amount value={of.profit} decimals={2} signed />;
    return `${row === 'expected' ? '≈ ' : ''}${amounts(format.amount(of[row], 2, 2))}`;
  };
  return (
    <table className={styles.totals} data-testid="option-totals">
      <thead>
        <tr>
          <td />
          <th scope="col">{t('own.today')}</th>
          <th scope="col">{t('own.all')}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((row) => (
          <tr key={row}>
            <th scope="row">{t(`own.${row}`)}</th>
            <td>{cell(today, row)}</td>
            <td>{cell(all, row)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Limits({ standing }: { standing: OptionStanding }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const [open, setOpen] = useState(false);
  const { lossLimit, pause } = standing;
  const limit =
    lossLimit.limit === null
      ? t('own.noLimit')
      : t('own.limit', { lost: format.amount(lossLimit.lost, 2, 2), limit: format.amount(lossLimit.limit, 2, 2) });
  return (
    <div className={styles.limits}>
      <p>{limit}</p>
      {pause.until !== null && <p>{t('own.paused', { until: format.dateTime(pause.until) })}</p>}
      <Button kind="plain" size="s" onClick={() => setOpen(true)}>
        {t('own.set')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <LimitsDialog
            own={standing}
            lossTitle={t('own.lossLimit')}
            setLimit={async (body) => show(await api.call(setOptionLossLimit, body, QUIET))}
            setPause={async (body) => show(await api.call(setOptionPause, body, QUIET))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

const show = (standing: OptionStanding) => queryClient.setQueryData(optionKeys.standing(), standing);
