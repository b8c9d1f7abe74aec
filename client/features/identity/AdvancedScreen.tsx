import { useTranslation } from 'react-i18next';
import { submitAdvanced } from '../../../contracts/identity.calls';
import { api, QUIET } from '../../lib/api';
import { ASSET_PROOFS, WEALTH_SOURCES } from '../../../contracts/identity.contract';
import { expectedAmounts, monthlyIncomes, OCCUPATIONS } from '../../../contracts/person.contract';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { SelectField } from '../../ui/fields';
import { ImageUpload } from '../personal/ImageUpload';
import { LevelFrame, type FormProps } from './LevelFrame';
import { useWords } from './SentFacts';
import { useLevelForm } from './use-level-form';
import styles from './Identity.module.css';

/** `/seniorauth` and `/authenticationhigh`: the advanced level, with income and planned investment. */
export default function AdvancedScreen() {
  return <LevelFrame level="advanced" form={(props) => <AdvancedForm {...props} />} />;
}

const QUESTIONS = {
  occupation: OCCUPATIONS,
  monthlyIncome: monthlyIncomes,
  wealthSource: WEALTH_SOURCES,
  expectedAmount: expectedAmounts,
  assetProof: ASSET_PROOFS,
} as const;
const NAMES = Object.keys(QUESTIONS) as (keyof typeof QUESTIONS)[];
const EMPTY = { occupation: '', monthlyIncome: '', wealthSource: '', expectedAmount: '', assetProof: '', proof: '' };
type Field = keyof typeof EMPTY;

function AdvancedForm({ view, last }: FormProps) {
  const { t } = useTranslation('identity');
  const words = useWords();
  const { form, field } = useLevelForm<Field>({
    view,
    initial: { ...EMPTY, ...last?.fields, ...last?.images },
    check: (values) => ({
      ...Object.fromEntries(NAMES.filter((name) => values[name] === '').map((name) => [name, 'identity.answer-empty'])),
      ...(values.proof === '' && { proof: 'identity.proof-missing' }),
    }),
    send: async (values) => (await api.call(submitAdvanced, values, QUIET), true),
  });
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
        {NAMES.map((name) => (
          <SelectField
            key={name}
            label={t(`field.${name}`)}
            options={QUESTIONS[name].map((value) => ({ value, label: words(name, value) }))}
            {...field(name)}
          />
        ))}
        <ImageUpload label={t('field.proof')} hint={t('hint.assetProof')} purpose="asset-proof" {...field('proof')} />
        <p className={styles.note}>{t('check.final')}</p>
      </Form>
    </div>
  );
}
