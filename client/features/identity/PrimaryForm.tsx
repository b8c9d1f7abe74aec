import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submitPrimary } from '../../../contracts/identity.calls';
import { api, QUIET, RefusalError } from '../../lib/api';
import { countryName } from '../../lib/countries';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { CountrySelect } from '../../ui/CountrySelect';
import { Form } from '../../ui/Form';
import { SelectField, TextField, type FieldProps } from '../../ui/fields';
import { ImageUpload } from '../personal/ImageUpload';
import {
  backOf,
  FIELDS_OF,
  firstStep,
  missingIn,
  PRIMARY_EMPTY,
  stepOf,
  STEPS,
  type PrimaryField,
  type Step,
} from './identity-form';
import type { FormProps } from './LevelFrame';
import { useWords } from './SentFacts';
import { Steps } from './Steps';
import { useLevelForm } from './use-level-form';
import styles from './Identity.module.css';

type FieldOf = (name: PrimaryField) => Omit<FieldProps, 'label' | 'hint'>;

/** One step after the other; a refusal leads back to the step of its field. */
export function PrimaryForm({ identity, view, last }: FormProps) {
  const { t } = useTranslation('identity');
  const { rules, country } = identity;
  const [step, setStep] = useState<Step>(() => firstStep(view.reasons));
  const initial = { ...PRIMARY_EMPTY, ...last?.fields, ...last?.images, ...(country !== null && { country }) };
  const { form, field } = useLevelForm<PrimaryField>({
    view,
    initial,
    check: (values) => missingIn(step, values, rules),
    send: async (values) => {
      const next = STEPS[STEPS.indexOf(step) + 1];
      if (next !== undefined) return (setStep(next), false);
      const back = backOf(values.documentType, rules) === 'none' ? '' : values.back;
      await api.call(submitPrimary, { ...values, back }, QUIET).catch((error: unknown) => {
        if (error instanceof RefusalError) setStep(stepOf(error.data?.field));
        throw error;
      });
      return true;
    },
  });
  const heading = useFocusOn(step);
  const goBack = STEPS[STEPS.indexOf(step) - 1];
  return (
    <div className={styles.form}>
      <Steps steps={STEPS.map((each) => t(`step.${each}`))} at={STEPS.indexOf(step)} />
      <h2 ref={heading} tabIndex={-1} className="hidden-visually">
        {t(`step.${step}`)}
      </h2>
      <Form
        handle={form}
        label={t(`step.${step}`)}
        actions={
          <div className={styles.actions}>
            {goBack && (
              <Button kind="plain" onClick={() => setStep(goBack)}>
                {t('action.back')}
              </Button>
            )}
            <Button type="submit" busy={form.busy}>
              {t(step === 'check' ? 'action.send' : 'action.next')}
            </Button>
          </div>
        }
      >
        {step === 'document' && <DocumentStep field={field} identity={identity} />}
        {step === 'details' && <DetailsStep field={field} />}
        {step === 'photos' && <PhotosStep field={field} back={backOf(form.values.documentType, rules)} />}
        {step === 'check' && <CheckStep values={form.values} onEdit={setStep} />}
      </Form>
    </div>
  );
}

/** The heading of a new step, for the keyboard and the screen reader to begin at. */
function useFocusOn(step: Step) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return heading;
}

function DocumentStep({ field, identity }: { field: FieldOf; identity: FormProps['identity'] }) {
  const { t } = useTranslation('identity');
  const format = useFormat();
  const { country, rules } = identity;
  const types = rules.documentTypes.map((id) => ({ value: `${id}`, label: t(`documentType.${id}`) }));
  const fixed =
    country === null ? t('hint.country') : t('hint.countryFixed', { country: countryName(country, format.tag) });
  return (
    <>
      <CountrySelect label={t('field.country')} hint={fixed} disabled={country !== null} {...field('country')} />
      <SelectField label={t('field.documentType')} options={types} {...field('documentType')} />
    </>
  );
}

function DetailsStep({ field }: { field: FieldOf }) {
  const { t } = useTranslation('identity');
  return (
    <>
      <TextField
        label={t('field.realName')}
        hint={t('hint.realName')}
        autoComplete="name"
        maxLength={100}
        {...field('realName')}
      />
      <TextField
        label={t('field.documentNumber')}
        hint={t('hint.documentNumber')}
        autoComplete="off"
        spellCheck={false}
        maxLength={40}
        {...field('documentNumber')}
      />
      <TextField label={t('field.birthDate')} type="date" autoComplete="bday" {...field('birthDate')} />
    </>
  );
}

function PhotosStep({ field, back }: { field: FieldOf; back: 'needed' | 'optional' | 'none' }) {
  const { t } = useTranslation('identity');
  return (
    <>
      <p className={styles.note}>{t('hint.photos')}</p>
      <ImageUpload label={t('field.front')} purpose="document-front" {...field('front')} />
      {back === 'none' ? (
        <p className={styles.note}>{t('hint.noBack')}</p>
      ) : (
        <ImageUpload
          label={t(back === 'optional' ? 'field.backOptional' : 'field.back')}
          purpose="document-back"
          {...field('back')}
        />
      )}
      <ImageUpload label={t('field.held')} hint={t('hint.held')} purpose="document-held" {...field('held')} />
    </>
  );
}

function CheckStep({ values, onEdit }: { values: Record<PrimaryField, string>; onEdit: (step: Step) => void }) {
  const { t } = useTranslation('identity');
  const words = useWords();
  const photos = FIELDS_OF.photos.filter((name) => values[name] !== '').length;
  const rowsOf = (step: Step) =>
    step === 'photos'
      ? [[t('step.photos'), t('check.photos', { count: photos })]]
      : FIELDS_OF[step].map((name) => [t(`field.${name}`), words(name, values[name])]);
  return (
    <>
      {(['document', 'details', 'photos'] as const).map((step) => (
        <section key={step} className={styles.checked} aria-label={t(`step.${step}`)}>
          <dl className={styles.facts}>
            {rowsOf(step).map(([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <Button
            kind="quiet"
            size="s"
            aria-label={`${t('action.edit')}: ${t(`step.${step}`)}`}
            onClick={() => onEdit(step)}
          >
            {t('action.edit')}
          </Button>
        </section>
      ))}
      <p className={styles.note}>{t('check.final')}</p>
    </>
  );
}
