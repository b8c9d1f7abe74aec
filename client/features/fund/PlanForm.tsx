import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { setFundPlan } from '../../../contracts/fund.calls';
import type { FundPlans, FundView } from '../../../contracts/fund.contract';
import { FUND_PERIODS, isPlanDate, type FundPeriod } from '../../../shared/fund-plan';
import { toAmount } from '../../../shared/money';
import { useRulesArticle } from '../../app/use-rules-article';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useUtcDay } from '../../lib/use-utc-day';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { AgreementField, SelectField, TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm, type FormHandle } from '../../ui/use-form';
import { onceUnlocked } from '../security/unlock-trading';
import { AmountField } from './AmountField';
import { Rules } from './Rules';
import { refreshOwn } from './use-fund';
import styles from './Fund.module.css';

type Field = 'amount' | 'period' | 'firstDate' | 'agreed';

/** A recurring purchase: amount, how often, from when, the cost, and a question before it runs. */
export function PlanForm({ fund, dates, onSet }: { fund: FundView; dates: FundPlans; onSet: () => void }) {
  const { t } = useTranslation(['fund', 'refusal']);
  const format = useFormat();
  const day = useUtcDay();
  const { article, ticked } = useRulesArticle('fund');
  const { level, version, facts } = fund;
  const { from, until } = dates;
  const isFit = (period: string, date: string) =>
    date >= from && date <= until && isPlanDate(period as FundPeriod, date);
  const form: FormHandle<Field> = useForm<Field>({
    initial: { amount: '', period: 'monthly', firstDate: '', agreed: '' },
    check: ({ amount, period, firstDate, agreed }) => ({
      ...(toAmount(amount || '0') === 0n && { amount: t('refusal:asset.amount-zero') }),
      ...(!isFit(period, firstDate) && {
        firstDate: t('refusal:fund.plan-date', { from: day(from), until: day(until) }),
      }),
      ...(agreed !== `${version}` && { agreed: t('refusal:fund.agreement-needed') }),
    }),
    send: async ({ amount, period, firstDate }, requestToken) => {
      const key = period === 'weekly' ? 'plan.confirmWeekly' : 'plan.confirmMonthly';
      const title = t(key, { amount: format.amount(amount, 2) });
      const body = createElement(PlanTerms, { fee: facts.fee });
      if (!(await confirm({ title, body, confirmLabel: t('plan.set') }))) return;
      const wanted = { level, amount, period: period as FundPeriod, firstDate, agreed: version, article, requestToken };
      const sending = onceUnlocked(() => api.call(setFundPlan, wanted, QUIET)).finally(refreshOwn);
      await ticked(sending, () => form.set({ agreed: '' }));
      onSet();
    },
  });
  return (
    <Form
      handle={form}
      label={t('plan.review')}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('plan.review')}
        </Button>
      }
    >
      <PlanFields form={form} fund={fund} dates={dates} />
      <PlanTerms fee={facts.fee} />
      <p className={styles.note}>{t('buy.risk')}</p>
      <Rules version={version} />
      <AgreementField {...form.field('agreed')} version={version} label={t('buy.agree', { version })} />
    </Form>
  );
}

/** How much, how often and from when. */
function PlanFields({
  form,
  fund,
  dates: { from, until },
}: {
  form: FormHandle<Field>;
  fund: FundView;
  dates: FundPlans;
}) {
  const { t } = useTranslation('fund');
  return (
    <>
      <AmountField {...form.field('amount')} fund={fund} />
      <SelectField
        {...form.field('period')}
        label={t('plan.period')}
        options={FUND_PERIODS.map((value) => ({ value, label: t(`plan.${value}`) }))}
      />
      <TextField
        {...form.field('firstDate')}
        label={t('plan.first')}
        hint={t('plan.firstNote')}
        type="date"
        min={from}
        max={until}
      />
    </>
  );
}

/** What it costs, when it orders, and when it orders nothing. */
function PlanTerms({ fee }: { fee: string }) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  return (
    <div className={styles.pricing}>
      <p>{t('plan.cost', { share: format.share(fee) })}</p>
      <p>{t('plan.timing')}</p>
      <p>{t('plan.skip')}</p>
    </div>
  );
}
