import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/fields';
import type { FormHandle } from '../../ui/use-form';

export const NO_ANSWERS = { friend: '', idol: '', place: '' };
const QUESTIONS = ['friend', 'idol', 'place'] as const;

/** The three questions of the house and their answers. */
export function AnswerFields({ form }: { form: Pick<FormHandle<(typeof QUESTIONS)[number]>, 'field'> }) {
  const { t } = useTranslation('security');
  return QUESTIONS.map((question) => (
    <TextField
      key={question}
      label={t(`questions.${question}`)}
      autoComplete="off"
      maxLength={100}
      {...form.field(question)}
    />
  ));
}
