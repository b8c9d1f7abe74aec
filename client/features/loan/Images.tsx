import { useTranslation } from 'react-i18next';
import { LOAN_PROOFS, type LoanImage } from '../../../contracts/loan.contract';
import type { FormHandle } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import styles from './Loan.module.css';

interface Props {
  form: Pick<FormHandle<LoanImage | 'proofs'>, 'field'>;
  label: string;
  note: string;
}

/** The images of an application: front and back of the ID, and proofs. */
export function Images({ form, label, note }: Props) {
  const { t } = useTranslation('loan');
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      <ImageUpload label={t('apply.front')} purpose="loan-front" {...form.field('front')} />
      <ImageUpload label={t('apply.back')} purpose="loan-back" {...form.field('back')} />
      <p className={styles.note}>{note}</p>
      {LOAN_PROOFS.map((proof, index) => (
        <ImageUpload
          key={proof}
          label={t(`proof.${proof}`)}
          purpose="loan-proof"
          {...form.field(proof)}
          error={form.field(proof).error ?? (index === 0 ? form.field('proofs').error : undefined)}
        />
      ))}
    </fieldset>
  );
}
