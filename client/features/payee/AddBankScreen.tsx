import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { addPayeeCard } from '../../../contracts/payee.calls';
import { api, QUIET } from '../../lib/api';
import type { PayeesView } from '../../../contracts/payee.contract';
import { pathOf, safeReturn } from '../../app/routes';
import { Button } from '../../ui/Button';
import { CountrySelect } from '../../ui/CountrySelect';
import { Form } from '../../ui/Form';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { Remark } from '../security/SecurityPage';
import { GroupedField } from './GroupedField';
import { PayeePage } from './PayeePage';
import { NO_TRADE_PROOF, TradeProof } from './TradeProof';
import { refreshPayees } from './use-payees';
import styles from './Payee.module.css';

const EMPTY = {
  payeeName: '',
  country: '',
  bankName: '',
  account: '',
  bic: '',
  routingNumber: '',
  bankAddress: '',
  payeePhone: '',
  payeeAddress: '',
  note: '',
  label: '',
};
const NEEDED = ['payeeName', 'country', 'bankName', 'account'] as const;

/** `/bankAdd`: a bank card or account. The country decides what its banks need: an IBAN, a BIC, a routing number. */
export default function AddBankScreen() {
  const { t } = useTranslation('payee');
  return (
    <PayeePage title={t('addBank.title')} lead={t('addBank.lead')}>
      {(payees) => <CardForm payees={payees} />}
    </PayeePage>
  );
}

function CardForm({ payees: { rules } }: { payees: PayeesView }) {
  const { t } = useTranslation('payee');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const form = useForm({
    initial: { ...EMPTY, ...NO_TRADE_PROOF },
    check: (values) =>
      Object.fromEntries(
        NEEDED.filter((name) => values[name].trim() === '').map((name) => [name, t(`missing.${name}`)]),
      ),
    draft: { name: 'payee-card', keep: Object.keys(EMPTY) as (keyof typeof EMPTY)[] },
    send: async ({ googleCode, routingNumber, ...values }) => {
      const american = values.country === 'US';
      await api.call(
        addPayeeCard,
        {
          ...values,
          ...(american && { routingNumber }),
          ...(googleCode !== '' && { googleCode }),
        },
        QUIET,
      );
      await refreshPayees();
      const from = search.get('from');
      await navigate(from === null ? pathOf('bank') : safeReturn(from));
    },
  });
  return (
    <section className={styles.card}>
      <Form
        handle={form}
        label={t('addBank.title')}
        actions={
          <Button type="submit" busy={form.busy}>
            {t('action.save')}
          </Button>
        }
      >
        <BankFields field={form.field} american={form.values.country === 'US'} />
        <OwnerFields field={form.field} />
        <Remark>{t('rules.cooling', { hours: rules.coolingHours })}</Remark>
        <TradeProof form={form} />
      </Form>
    </section>
  );
}

type FieldOf = ReturnType<typeof useForm<keyof typeof EMPTY>>['field'];

function BankFields({ field, american }: { field: FieldOf; american: boolean }) {
  const { t } = useTranslation('payee');
  return (
    <fieldset className={styles.fields}>
      <legend>{t('card.bank')}</legend>
      <CountrySelect label={t('card.country')} {...field('country')} />
      <TextField label={t('card.bankName')} autoComplete="off" maxLength={80} {...field('bankName')} />
      <GroupedField
        label={t(american ? 'card.account' : 'card.ibanOrAccount')}
        hint={t(american ? 'card.accountHint' : 'card.ibanHint')}
        {...field('account')}
      />
      <div className={styles.pair}>
        {american && (
          <TextField
            label={t('card.routingNumber')}
            hint={t('card.routingHint')}
            autoComplete="off"
            inputMode="numeric"
            maxLength={11}
            {...field('routingNumber')}
          />
        )}
        <TextField
          label={t('card.bic')}
          hint={t('card.bicHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={14}
          {...field('bic')}
        />
      </div>
      <TextField label={t('card.bankAddress')} hint={t('optional')} maxLength={160} {...field('bankAddress')} />
    </fieldset>
  );
}

function OwnerFields({ field }: { field: FieldOf }) {
  const { t } = useTranslation('payee');
  return (
    <fieldset className={styles.fields}>
      <legend>{t('card.owner')}</legend>
      <TextField
        label={t('card.payeeName')}
        hint={t('card.payeeNameHint')}
        autoComplete="name"
        maxLength={80}
        {...field('payeeName')}
      />
      <div className={styles.pair}>
        <TextField
          label={t('card.payeePhone')}
          hint={t('optional')}
          type="tel"
          autoComplete="tel"
          maxLength={32}
          {...field('payeePhone')}
        />
        <TextField label={t('card.label')} hint={t('optional')} maxLength={40} {...field('label')} />
      </div>
      <TextField
        label={t('card.payeeAddress')}
        hint={t('optional')}
        autoComplete="street-address"
        maxLength={160}
        {...field('payeeAddress')}
      />
      <TextField label={t('card.note')} hint={t('optional')} maxLength={140} {...field('note')} />
    </fieldset>
  );
}
