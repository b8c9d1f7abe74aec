import { useTranslation } from 'react-i18next';
import type { OwnedView } from '../../../../contracts/owned.contract';
import { format as textOf, toAmount, ZERO } from '../../../../shared/money';
import { useFormat } from '../../../lib/format';
import { useLabels, useUsdt } from './use-owned';
import assets from '../AssetPage.module.css';
import styles from './Owned.module.css';

/** What can be had when at the soonest, step by step and in all; then what ending early costs, and what is owed. */
export function Ladder({ view }: { view: OwnedView }) {
  const { t } = useTranslation('owned');
  const usdt = useUsdt();
  const { count, costUsdt, receivesUsdt } = view.early;
  const rungs = stepsOf(view.ladder);
  return (
    <section className={assets.card} aria-labelledby="ladder">
      <div className={assets.cardHead}>
        <h2 id="ladder">{t('ladder.title')}</h2>
      </div>
      <p className={styles.lead}>{t('ladder.lead')}</p>
      <table role="table" className={assets.table} data-testid="ladder">
        <thead>
          <tr>
            <th scope="col">{t('column.soonest')}</th>
            <th scope="col">{t('column.value')}</th>
            <th scope="col">{t('column.sum')}</th>
          </tr>
        </thead>
        <tbody>
          {rungs.map(({ rung, valueUsdt, isEstimate, sum, isSumEstimate }) => (
            <tr role="row" key={rung}>
              <th role="rowheader" scope="row">
                {t(`rung.${rung}`)}
              </th>
              <td role="cell" data-label={t('column.value')}>
                {usdt(valueUsdt, isEstimate)}
              </td>
              <td role="cell" data-label={t('column.sum')}>
                {rung === 'undated' ? '–' : usdt(sum, isSumEstimate)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > 0 && (
        <p className={styles.note}>
          {t('ladder.early', { count, cost: usdt(costUsdt), receives: usdt(receivesUsdt) })} {t('ladder.staff')}
        </p>
      )}
      <Debts debts={view.debts} />
    </section>
  );
}

function Debts({ debts }: { debts: OwnedView['debts'] }) {
  const { t } = useTranslation('owned');
  const format = useFormat();
  const usdt = useUsdt();
  const labelOf = useLabels();
  if (debts.length === 0) return <p className={styles.note}>{t('debts.none')}</p>;
  return (
    <>
      <p className={styles.note}>{t('ladder.debts')}</p>
      <table role="table" className={assets.table} data-testid="debts">
        <thead>
          <tr>
            <th scope="col">{t('debts')}</th>
            <th scope="col">{t('column.owed')}</th>
            <th scope="col">{t('column.due')}</th>
          </tr>
        </thead>
        <tbody>
          {debts.map((debt) => (
            <tr role="row" key={debt.id}>
              <th role="rowheader" scope="row">
                {t(`product.${debt.product}`)} <small>{labelOf(debt)}</small>
              </th>
              <td role="cell" data-label={t('column.owed')}>
                {usdt(debt.usdt)}
              </td>
              <td role="cell" data-label={t('column.due')}>
                {debt.dueAt === null ? t('rung.undated') : format.dateTime(debt.dueAt)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Each step with the sum of all up to it. */
function stepsOf(ladder: OwnedView['ladder']) {
  let [sum, isSumEstimate] = [ZERO, false];
  return ladder.map((rung) => {
    sum += toAmount(rung.valueUsdt);
    isSumEstimate ||= rung.isEstimate;
    return { ...rung, sum: textOf(sum), isSumEstimate };
  });
}
