import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import type { PayeesView } from '../../../contracts/payee.contract';
import { pathOf, safeReturn } from '../../app/routes';
import { calls } from '../../lib/calls';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { SelectField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { Remark } from '../security/SecurityPage';
import { AddressField } from './AddressField';
import { PayeePage } from './PayeePage';
import { NO_TRADE_PROOF, TradeProof } from './TradeProof';
import { refreshPayees } from './use-payees';
import styles from './Payee.module.css';

/** `/walletAdd`: a new entry of the address book. `?from=` brings back to where it was wanted, `?currency=` and `?network=` choose. */
export default function AddAddressScreen() {
  const { t } = useTranslation('payee');
  return (
    <PayeePage title={t('addAddress.title')} lead={t('addAddress.lead')}>
      {(payees) => <AddressForm payees={payees} />}
    </PayeePage>
  );
}

function AddressForm({ payees: { networks, rules } }: { payees: PayeesView }) {
  const { t } = useTranslation('payee');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const currencies = [...new Set(networks.flatMap((network) => network.currencies))];
  const wanted = search.get('currency') ?? '';
  const currency = currencies.includes(wanted) ? wanted : currencies.includes('USDT') ? 'USDT' : (currencies[0] ?? '');
  const first = networksOf(networks, currency);
  const form = useForm({
    initial: {
      currency,
      network: first.find(({ id }) => id === search.get('network'))?.id ?? first[0]?.id ?? '',
      address: '',
      tag: '',
      label: '',
      ...NO_TRADE_PROOF,
    },
    check: ({ address, label }) => ({
      ...(address === '' && { address: t('missing.address') }),
      ...(label.trim() === '' && { label: t('missing.label') }),
    }),
    draft: { name: 'payee-address', keep: ['currency', 'network', 'address', 'tag', 'label'] },
    send: async ({ googleCode, ...values }) => {
      await calls.addPayeeAddress({ ...values, ...(googleCode !== '' && { googleCode }) });
      await refreshPayees();
      const from = search.get('from');
      await navigate(from === null ? pathOf('addresses') : safeReturn(from));
    },
  });
  const { values, field } = form;
  const offered = networksOf(networks, values.currency);
  const chosen = offered.find(({ id }) => id === values.network);
  return (
    <section className={styles.card}>
      <Form
        handle={form}
        label={t('addAddress.title')}
        actions={
          <Button type="submit" busy={form.busy}>
            {t('action.save')}
          </Button>
        }
      >
        <div className={styles.pair}>
          <SelectField
            label={t('address.currency')}
            options={currencies.map((each) => ({ value: each, label: each }))}
            {...field('currency')}
            onChange={(next) => {
              const kept = networksOf(networks, next);
              form.set({
                currency: next,
                network: (kept.find(({ id }) => id === values.network) ?? kept[0])?.id ?? '',
              });
            }}
          />
          <SelectField
            label={t('address.network')}
            options={offered.map(({ id }) => ({ value: id, label: id }))}
            {...field('network')}
          />
        </div>
        <AddressField
          label={t('address.label')}
          onFound={({ address, tag }) => form.set({ address, ...(tag !== '' && { tag }) })}
          {...field('address')}
        />
        {chosen?.usesTag === true && (
          <TextField
            label={t('address.tag')}
            hint={t('address.tagHint')}
            autoComplete="off"
            spellCheck={false}
            maxLength={64}
            {...field('tag')}
          />
        )}
        <TextField
          label={t('address.name')}
          hint={t('address.nameHint')}
          autoComplete="off"
          maxLength={40}
          {...field('label')}
        />
        <Remark>{t('rules.cooling', { hours: rules.coolingHours })}</Remark>
        <TradeProof form={form} />
      </Form>
    </section>
  );
}

const networksOf = (networks: PayeesView['networks'], currency: string) =>
  networks.filter(({ currencies }) => currencies.includes(currency));
