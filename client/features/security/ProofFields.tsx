import { useTranslation } from 'react-i18next';
import { PasswordField, TextField } from '../../ui/fields';
import type { FormHandle } from '../../ui/use-form';

export const NO_PROOF = { password: '', googleCode: '' };
type ProofField = keyof typeof NO_PROOF;

/** Login password, and the authenticator's code where one is bound: the proof for every change. */
export function ProofFields({ form, google }: { form: Pick<FormHandle<ProofField>, 'field'>; google: boolean }) {
  const { t } = useTranslation('security');
  return (
    <>
      <PasswordField label={t('proof.password')} autoComplete="current-password" {...form.field('password')} />
      {google && <GoogleCodeField {...form.field('googleCode')} />}
    </>
  );
}

type CodeProps = ReturnType<FormHandle<string>['field']>;

/** Six digits of the authenticator, or a recovery code by who has lost it. */
export function GoogleCodeField(props: CodeProps) {
  const { t } = useTranslation('security');
  return (
    <TextField
      label={t('proof.google')}
      hint={t('proof.googleHint')}
      autoComplete="one-time-code"
      maxLength={40}
      spellCheck={false}
      {...props}
    />
  );
}

/** Empty required fields; the server checks the rest. */
export function useMissing() {
  const { t } = useTranslation('security');
  return <Field extends string>(values: Record<Field, string>, ...needed: readonly Field[]) =>
    Object.fromEntries(
      needed.filter((field) => values[field].trim() === '').map((field) => [field, t('missing')]),
    ) as Partial<Record<Field, string>>;
}
