import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { submitQuestionnaire } from '../../../contracts/risk.calls';
import { api, QUIET } from '../../lib/api';
import {
  assessRisk,
  DECLARATIONS,
  QUESTIONS,
  questions,
  scoreRange,
  type Declaration,
  type Question,
  type RiskAnswers,
} from '../../../contracts/risk.contract';
import { loginPath, pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button, ButtonLink } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { CheckField } from '../../ui/fields';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm, type FormHandle } from '../../ui/use-form';
import { Arithmetic, Caps, ClassMark, Scale } from './Assessment';
import { ChoiceGroup } from './ChoiceGroup';
import { riskKeys } from './risk.feature';
import { useChoiceText, useRisk, useRiskRules, type RiskRules } from './use-risk';
import styles from './Risk.module.css';

type Field = Question | Declaration;
const EMPTY = Object.fromEntries([...questions, ...DECLARATIONS].map((name) => [name, ''])) as Record<Field, string>;

/** `/questionnaire`: anybody may answer and see the result by the published rules; a real account keeps it. */
export default function QuestionnaireScreen() {
  const { t } = useTranslation(['risk', 'common']);
  const realm = useSession((state) => state.session?.realm);
  const rules = useRiskRules();
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.questionnaire')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <Loadable query={rules} skeleton={<Skeleton rows={5} height={120} />}>
        {(known) => (realm === 'real' ? <Mine rules={known} /> : <Trial rules={known} isDemo={realm === 'demo'} />)}
      </Loadable>
    </div>
  );
}

/** Calculated in this browser and kept nowhere. */
function Trial({ rules, isDemo }: { rules: RiskRules; isDemo: boolean }) {
  const { t } = useTranslation(['risk', 'common']);
  const [answers, setAnswers] = useState<RiskAnswers | null>(null);
  const form = useForm<Field>({
    initial: EMPTY,
    check: (values) => unanswered(values, t('unanswered')),
    send: (values) => Promise.resolve(setAnswers(answersOf(values))),
  });
  return (
    <>
      <p className={styles.banner}>{t(isDemo ? 'trial.demo' : 'trial.visitor')}</p>
      {answers === null ? (
        <Form
          handle={form}
          label={t('common:screen.questionnaire')}
          actions={<Button type="submit">{t('calculate')}</Button>}
        >
          <Questions form={form} />
        </Form>
      ) : (
        <TrialResult answers={answers} rules={rules} onAgain={() => setAnswers(null)} />
      )}
    </>
  );
}

function TrialResult({ answers, rules, onAgain }: { answers: RiskAnswers; rules: RiskRules; onAgain: () => void }) {
  const { t } = useTranslation(['risk', 'common']);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { scores, caps } = rules;
  const { lines, score, class: riskClass } = assessRisk(answers, scores.values);
  const { balancedFrom, aggressiveFrom } = scores.values;
  return (
    <section className={styles.result} aria-labelledby="risk-result">
      <h2 id="risk-result" ref={heading} tabIndex={-1}>
        {t('trial.result')}
      </h2>
      <ClassMark riskClass={riskClass} score={score} />
      <Scale score={score} {...scoreRange(scores.values)} balancedFrom={balancedFrom} aggressiveFrom={aggressiveFrom} />
      <p>{t(`about.${riskClass}`)}</p>
      <Arithmetic
        lines={lines}
        score={score}
        class={riskClass}
        version={scores.version}
        balancedFrom={balancedFrom}
        aggressiveFrom={aggressiveFrom}
      />
      <Caps caps={caps.values} version={caps.version} own={riskClass} />
      <p className={styles.note}>{t('trial.keep')}</p>
      <div className={styles.actions}>
        <Button kind="plain" onClick={onAgain}>
          {t('change')}
        </Button>
        <ButtonLink to={loginPath(pathOf('questionnaire'))}>{t('trial.login')}</ButtonLink>
      </div>
    </section>
  );
}

/** A real account's own: with the investor's declarations, and kept. */
function Mine({ rules }: { rules: RiskRules }) {
  const { t } = useTranslation(['risk', 'common', 'refusal']);
  const format = useFormat();
  const navigate = useNavigate();
  const risk = useRisk();
  const form = useForm<Field>({
    initial: EMPTY,
    check: (values) => ({ ...unanswered(values, t('unanswered')), ...undeclared(values, t('declare.needed')) }),
    send: async (values) => {
      const ticked = values as Record<Question, string> & Record<Declaration, '' | 'yes'>;
      queryClient.setQueryData(riskKeys.standing(), await api.call(submitQuestionnaire, ticked, QUIET));
      await navigate(pathOf('risk'));
    },
  });
  const againAt = risk.data?.againAt ?? null;
  const { pauseDays } = rules.scores.values;
  return (
    <>
      {againAt !== null && (
        <p className={styles.banner}>{t('pause', { date: format.dateTime(againAt), days: format.count(pauseDays) })}</p>
      )}
      <Form
        handle={form}
        label={t('common:screen.questionnaire')}
        actions={
          <Button type="submit" busy={form.busy} disabled={againAt !== null}>
            {t('submit')}
          </Button>
        }
      >
        <Questions form={form} />
        <section className={styles.declarations} aria-labelledby="risk-declarations">
          <h2 id="risk-declarations">{t('declare.title')}</h2>
          <p className={styles.hint}>{t('declare.lead')}</p>
          {DECLARATIONS.map((name) => (
            <CheckField key={name} label={t(`declare.${name}`)} {...form.field(name)} />
          ))}
        </section>
      </Form>
      <p className={styles.note}>{t('sealed')}</p>
    </>
  );
}

function Questions({ form }: { form: FormHandle<Field> }) {
  const { t } = useTranslation('risk');
  const choiceText = useChoiceText();
  return questions.map((question, index) => (
    <ChoiceGroup
      key={question}
      label={`${index + 1}. ${t(`question.${question}.title`)}`}
      hint={t(`question.${question}.why`)}
      options={Array.from({ length: QUESTIONS[question] }, (_, at) => ({
        value: `${at + 1}`,
        label: choiceText(question, at + 1),
      }))}
      {...form.field(question)}
    />
  ));
}

function unanswered(values: Record<Field, string>, message: string): Partial<Record<Field, string>> {
  return Object.fromEntries(
    questions.filter((question) => values[question] === '').map((question) => [question, message]),
  );
}

function undeclared(values: Record<Field, string>, message: string): Partial<Record<Field, string>> {
  return Object.fromEntries(DECLARATIONS.filter((name) => values[name] !== 'yes').map((name) => [name, message]));
}

function answersOf(values: Record<Field, string>): RiskAnswers {
  return Object.fromEntries(questions.map((question) => [question, Number(values[question])])) as Record<
    Question,
    number
  >;
}
