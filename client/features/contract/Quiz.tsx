import { useTranslation } from 'react-i18next';
import { passLeverageQuiz } from '../../../contracts/contract.calls';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import { showPositions } from './use-contracts';
import styles from './Contract.module.css';

const QUESTIONS = ['q1', 'q2', 'q3', 'q4', 'q5'] as const;
const ANSWERS = ['1', '2', '3', '4'] as const;
type Question = (typeof QUESTIONS)[number];

interface QuizProps {
  onPassed: () => void;
  onBack: () => void;
}

/** Five questions on leverage, of which all have to be answered right once. */
export function Quiz({ onPassed, onBack }: QuizProps) {
  const { t } = useTranslation('contract');
  const form = useForm({
    initial: { q1: '', q2: '', q3: '', q4: '', q5: '' },
    check: (values) =>
      Object.fromEntries(QUESTIONS.filter((each) => values[each] === '').map((each) => [each, t('quiz.missing')])),
    send: async (values, requestToken) => {
      const answers = QUESTIONS.map((each) => values[each]).join(',');
      showPositions(await api.call(passLeverageQuiz, { answers, requestToken }, QUIET));
      onPassed();
    },
  });
  return (
    <Form
      handle={form}
      label={t('quiz.title')}
      actions={
        <div className={styles.actions}>
          <Button kind="plain" onClick={onBack}>
            {t('quiz.back')}
          </Button>
          <Button type="submit" busy={form.busy}>
            {t('quiz.send')}
          </Button>
        </div>
      }
    >
      <p className={styles.note}>{t('quiz.lead')}</p>
      {QUESTIONS.map((question) => (
        <Choices key={question} question={question} {...form.field(question)} />
      ))}
    </Form>
  );
}

interface ChoicesProps {
  question: Question;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

function Choices({ question, value, onChange, error }: ChoicesProps) {
  const { t } = useTranslation('contract');
  return (
    <fieldset className={styles.question} aria-invalid={error === undefined ? undefined : true} tabIndex={-1}>
      <legend>{t(`quiz.${question}`)}</legend>
      {ANSWERS.map((answer) => (
        <label key={answer}>
          <input
            type="radio"
            name={question}
            value={answer}
            checked={value === answer}
            onChange={() => onChange(answer)}
          />
          {t(`quiz.${question}.a${answer}`)}
        </label>
      ))}
      {error !== undefined && (
        <p role="alert" className={styles.missing}>
          {error}
        </p>
      )}
    </fieldset>
  );
}
