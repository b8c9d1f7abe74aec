import { createElement } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { RULES_PAGES } from '../../../shared/rules-pages';
import { applyLoan } from '../../../contracts/loan.calls';
import { LOAN_DECIMALS, type LoanProducts, type LoanView } from '../../../contracts/loan.contract';
import { toAmount } from '../../../shared/money';
import { pathOf } from '../../app/routes';
import { useRulesArticle } from '../../app/use-rules-article';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { CountrySelect } from '../../ui/CountrySelect';
import { DecimalInput } from '../../ui/DecimalInput';
import { AgreementField, SelectField, TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm, type FormHandle } from '../../ui/use-form';
import { Figures, termsOf } from './Figures';
import { Images } from './Images';
import { EMPTY, missingIn, PERSONAL, valuesOf, type Field } from './loan-form';
import { Rules } from './Rules';
import { refreshOwn } from './use-loan';
import { usePeriods } from './use-periods';
import styles from './Loan.module.css';

interface Props {
  product: LoanProducts;
  /** An application that is made again. */
  again: LoanView | null;
}

/** The application: amount and period with all figures, the person, images, the agreement, and a question before it is sent. */
export function ApplyForm({ product, again }: Props) {
  const { t } = useTranslation(['loan', 'refusal']);
  const format = useFormat();
  const navigate = useNavigate();
  const { article, ticked } = useRulesArticle('loan');
  const form: FormHandle<Field> = useForm<Field>({
    initial: again === null ? EMPTY : { ...EMPTY, ...valuesOf(again) },
    check: (values) => missingIn(values, `${product.version}`, t),
    send: async ({ proofs: _, agreed: __, ...values }, requestToken) => {
      const title = t('apply.confirm', { amount: format.amount(values.amount, 2) });
      const terms = termsOf(product, values.amount, daysOf(product, values.periodDays));
      const body = createElement(Figures, { terms });
      if (!(await confirm({ title, body, confirmLabel: t('apply.send') }))) return;
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const sent = { ...values, timeZone, agreed: product.version, article, requestToken };
      // A refusal may be that the rules are others by now.
      const sending = api.call(applyLoan, sent, QUIET).finally(refreshOwn);
      const { loanId } = await ticked(sending, () => form.set({ agreed: '' }));
      void navigate(`${pathOf('repayment')}?loan=${encodeURIComponent(loanId)}`);
    },
  });
  return (
    <Form
      handle={form}
      label={t('apply.title')}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('apply.review')}
        </Button>
      }
    >
      <Wanted form={form} product={product} />
      <Person form={form} />
      <Images form={form} label={t('apply.images')} note={t('apply.proofs')} />
      <p className={styles.note}>{t('apply.staff', { amount: format.amount(product.fourEyesFrom, 2) })}</p>
      <p className={styles.note}>{t('apply.setOff')}</p>
      <p className={styles.rules}>
        <Link className={styles.link} to={`/helpDetail?slug=${RULES_PAGES.loan}`} target="_blank" rel="noopener">
          {t('apply.rules')}
        </Link>
        <Rules version={product.version} />
      </p>
      <AgreementField
        {...form.field('agreed')}
        version={product.version}
        label={t('apply.agree', { version: product.version })}
      />
    </Form>
  );
}

const daysOf = ({ periods }: LoanProducts, text: string): number => periods.find((days) => `${days}` === text) ?? 0;

function Wanted({ form, product }: { form: FormHandle<Field>; product: LoanProducts }) {
  const { t } = useTranslation('loan');
  const { amount, periodDays } = form.values;
  const days = daysOf(product, periodDays);
  return (
    <>
      <DecimalInput
        {...form.field('amount')}
        label={t('apply.amount')}
        unit="USDT"
        decimals={LOAN_DECIMALS}
        step="10"
      />
      <SelectField label={t('apply.period')} options={usePeriods(product)} {...form.field('periodDays')} />
      {toAmount(amount || '0') > 0n && days > 0 && <Figures terms={termsOf(product, amount, days)} />}
    </>
  );
}

function Person({ form }: { form: FormHandle<Field> }) {
  const { t } = useTranslation('loan');
  return (
    <fieldset className={styles.group}>
      <legend>{t('apply.person')}</legend>
      {PERSONAL.map((name) =>
        name === 'country' ? (
          <CountrySelect key={name} label={t('apply.country')} {...form.field(name)} />
        ) : (
          <TextField
            key={name}
            label={t(`apply.${name}`)}
            type={name === 'birthDate' ? 'date' : 'text'}
            maxLength={name === 'address' ? 200 : 100}
            {...form.field(name)}
          />
        ),
      )}
    </fieldset>
  );
}
