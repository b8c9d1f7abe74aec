import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { OpenOptionView } from '../../../contracts/option.contract';
import { cx } from '../../lib/cx';
import { useFormat } from '../../lib/format';
import { useNow } from '../../lib/use-now';
import { useInstrument } from '../../market/instruments';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { clockOf, doneShare, isAhead } from './option-form';
import { OptionName } from './OptionName';
import { useOpenOptions } from './use-options';
import table from '../../ui/PagedTable.module.css';
import styles from './Option.module.css';

const COLUMNS = ['option', 'left', 'stake', 'entry', 'now', 'chance', 'wins'] as const;
const NUMBERS: readonly string[] = ['stake', 'entry', 'now', 'chance', 'wins'];

/** Options that are not over: how long they run, and how they stand. Nothing can be done with them any more. */
export function OpenOptions() {
  const { t } = useTranslation('option');
  const query = useOpenOptions();
  return (
    <Loadable
      query={query}
      skeleton={<Skeleton rows={4} height={28} />}
      isEmpty={({ options }) => options.length === 0}
      empty={<Empty text={t('open.none')} />}
    >
      {({ options }) => (
        <>
          <table role="table" className={cx(table.table, table.dense)} data-testid="open-options">
            <thead>
              <tr>
                {COLUMNS.map((column) => (
                  <th key={column} scope="col" className={NUMBERS.includes(column) ? table.number : undefined}>
                    {t(`column.${column}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {options.map((option) => (
                <Row key={option.optionId} option={option} />
              ))}
            </tbody>
          </table>
          <p className={styles.estimate}>{t('open.estimate')}</p>
        </>
      )}
    </Loadable>
  );
}

function Row({ option }: { option: OpenOptionView }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const decimals = useInstrument(option.symbol)?.priceDecimals ?? 2;
  const { stake, entryPrice, price, winChance, wins } = option;
  return (
    <tr role="row" data-option={option.optionId}>
      <th role="rowheader" scope="row">
        <OptionName option={option} />
      </th>
      <td role="cell" data-label={t('column.left')}>
        <Left option={option} />
      </td>
      <td role="cell" className={table.number} data-label={t('column.stake')}>
        {format.amount(stake, 2, 2)}
      </td>
      <td role="cell" className={table.number} data-label={t('column.entry')}>
        {entryPrice === null ? '–' : format.amount(entryPrice, decimals + 4, decimals)}
      </td>
      <td role="cell" className={cx(table.number, AHEAD[`${isAhead(option)}`])} data-label={t('column.now')}>
        {price === null ? '–' : format.amount(price, decimals + 4, decimals)}
      </td>
      <td role="cell" className={table.number} data-label={t('column.chance')}>
        {winChance === null ? '–' : `≈ ${format.share(winChance, 1)}`}
      </td>
      <td role="cell" className={table.number} data-label={t('column.wins')}>
        +{format.amountDown(wins, 2)}
      </td>
    </tr>
  );
}

const AHEAD = { true: 'up', false: 'down', null: '' } as const;

/** The countdown by the server's clock, with a bar; before the entry is known it says so. */
function Left({ option: { boughtAt, settlesAt, entersAt } }: { option: OpenOptionView }) {
  const { t } = useTranslation('option');
  const now = useNow(250);
  if (settlesAt === null) return t('status.pending');
  const left = settlesAt - now;
  const done = Math.round(doneShare(entersAt ?? boughtAt, settlesAt, now) * 100);
  return (
    <span className={styles.left}>
      <b role="timer" aria-live="off">
        {left > 0 ? clockOf(left) : t('open.settling')}
      </b>
      <span className={styles.bar} style={{ '--done': `${done}%` } as CSSProperties} aria-hidden="true" />
    </span>
  );
}
