import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { endFundPlan } from '../../../contracts/fund.calls';
import type { FundPlan, FundView } from '../../../contracts/fund.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useUtcDay } from '../../lib/use-utc-day';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { Loadable, Skeleton } from '../../ui/states';
import { PlanForm } from './PlanForm';
import { refreshOwn, usePlans } from './use-fund';
import styles from './Fund.module.css';

/** Recurring purchases of a fund that run; the form for another one opens only when it is asked for. */
export function Plans({ fund }: { fund: FundView }) {
  const { t } = useTranslation('fund');
  const [isOpen, setOpen] = useState(false);
  return (
    <section className={styles.card} aria-labelledby="fund-plans" data-testid="fund-plans">
      <h2 id="fund-plans">{t('plan.title')}</h2>
      <p className={styles.note}>{t('plan.lead')}</p>
      <Loadable query={usePlans()} skeleton={<Skeleton rows={1} height={40} />}>
        {(all) => (
          <>
            {all.plans
              .filter(({ level }) => level === fund.level)
              .map((plan) => (
                <Plan key={plan.planId} plan={plan} />
              ))}
            {isOpen && <PlanForm fund={fund} dates={all} onSet={() => setOpen(false)} />}
            {!isOpen && fund.forSale && (
              <Button kind="plain" size="s" onClick={() => setOpen(true)}>
                {t('plan.add')}
              </Button>
            )}
          </>
        )}
      </Loadable>
    </section>
  );
}

/** What it buys, when next, and what became of the last time. */
function Plan({ plan: { planId, amount, period, nextDate, last } }: { plan: FundPlan }) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  const day = useUtcDay();
  const [busy, setBusy] = useState(false);
  const end = async () => {
    const question = { title: t('plan.endConfirm'), body: t('plan.endNote'), confirmLabel: t('plan.end') };
    if (!(await confirm(question))) return;
    setBusy(true);
    // A refusal shows as a toast, and the refetched list shows why.
    await api.call(endFundPlan, { planId }).catch(() => undefined);
    await refreshOwn();
    setBusy(false);
  };
  const each = period === 'weekly' ? 'plan.eachWeekly' : 'plan.eachMonthly';
  return (
    <div className={styles.pricing}>
      <p>{t(each, { amount: format.amount(amount, 2) })}</p>
      <p>{t('plan.next', { date: day(nextDate) })}</p>
      {last !== null && <p>{t('plan.last', { date: day(last.date), outcome: t(`outcome.${last.outcome}`) })}</p>}
      <div>
        <Button kind="plain" size="s" busy={busy} onClick={() => void end()}>
          {t('plan.end')}
        </Button>
      </div>
    </div>
  );
}
