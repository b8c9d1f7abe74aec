import { useTranslation } from 'react-i18next';
import { submitAddress } from '../../../contracts/identity.calls';
import { api, QUIET } from '../../lib/api';
import { BILL_KINDS } from '../../../contracts/identity.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { CountrySelect } from '../../ui/CountrySelect';
import { Form } from '../../ui/Form';
import { SelectField, TextField } from '../../ui/fields';
import { ImageUpload } from '../personal/ImageUpload';
import { LevelFrame, type FormProps } from './LevelFrame';
import { useWords } from './SentFacts';
import { useLevelForm } from './use-level-form';
import styles from './Identity.module.css';

/** `/dzrz`: the address level, proved by a bill. */
export default function AddressScreen() {
  return <LevelFrame level="address" form={(props) => <AddressForm {...props} />} />;
}

const EMPTY = { country: '', line1: '', line2: '', city: '', postalCode: '', billKind: '', proof: '' };
const MISSING = {
  country: 'identity.country-empty',
  line1: 'identity.address-empty',
  city: 'identity.address-empty',
  billKind: 'identity.answer-empty',
  proof: 'identity.proof-missing',
} as const;
const NEEDED = Object.keys(MISSING) as (keyof typeof MISSING)[];
type Field = keyof typeof EMPTY;

function AddressForm({ identity, view, last }: FormProps) {
  const { t } = useTranslation('identity');
  const format = useFormat();
  const words = useWords();
  const { form, field } = useLevelForm<Field>({
    view,
    initial: { ...EMPTY, country: identity.country ?? '', ...last?.fields, ...last?.images },
    check: (values) =>
      Object.fromEntries(NEEDED.filter((name) => values[name].trim() === '').map((name) => [name, MISSING[name]])),
    send: async (values) => (await api.call(submitAddress, values, QUIET), true),
  });
  const bills = BILL_KINDS.map((value) => ({ value, label: words('billKind', value) }));
  return (
    <div className={styles.form}>
      <Form
        handle={form}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t('action.send')}
          </Button>
        }
      >
        <CountrySelect label={t('field.residence')} {...field('country')} />
        <TextField label={t('field.line1')} autoComplete="address-line1" maxLength={120} {...field('line1')} />
        <TextField label={t('field.line2')} autoComplete="address-line2" maxLength={120} {...field('line2')} />
        <TextField label={t('field.city')} autoComplete="address-level2" maxLength={80} {...field('city')} />
        <TextField label={t('field.postalCode')} autoComplete="postal-code" maxLength={16} {...field('postalCode')} />
        <SelectField label={t('field.billKind')} options={bills} {...field('billKind')} />
        <ImageUpload
          label={t('field.bill')}
          hint={t('hint.bill', { days: format.count(identity.rules.billAgeDaysMax) })}
          purpose="address-proof"
          {...field('proof')}
        />
        <p className={styles.note}>{t('check.final')}</p>
      </Form>
    </div>
  );
}
