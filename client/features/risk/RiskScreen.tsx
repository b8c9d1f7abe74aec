import { useTranslation } from 'react-i18next';
import { scoreRange, type RiskAssessmentView, type RiskView } from '../../../contracts/risk.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Arithmetic, Cap, Caps, ClassMark, Scale } from './Assessment';
import { useRisk, useRiskRules, type RiskRules } from './use-risk';
import styles from './Risk.module.css';

/** `/fengxian`: the risk class with its arithmetic, the cap that it sets and why, and every assessment before. */
export default function RiskScreen() {
  const { t } = useTranslation(['risk', 'common']);
  const isDemo = useSession((state) => state.session?.realm === 'demo');
  const rules = useRiskRules();
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.risk')}</h1>
      <p className={styles.lead}>{t('screen.lead')}</p>
      <Loadable query={rules} skeleton={<Skeleton rows={4} height={120} />}>
        {(known) => (isDemo ? <ForDemo rules={known} /> : <Mine rules={known} />)}
      </Loadable>
    </div>
  );
}

function ForDemo({ rules: { caps } }: { rules: RiskRules }) {
  const { t } = useTranslation(['risk', 'refusal']);
  return (
    <>
      <section className={styles.panel}>
        <h2>
          <Icon name="lock" size={20} />
          {t('refusal:demo.real-only')}
        </h2>
        <p>{t('trial.demo')}</p>
        <div className={styles.actions}>
          <ButtonLink to={pathOf('questionnaire')} kind="plain">
            {t('try')}
          </ButtonLink>
        </div>
      </section>
      <Caps caps={caps.values} version={caps.version} own={null} />
    </>
  );
}

function Mine({ rules }: { rules: RiskRules }) {
  const risk = useRisk();
  return (
    <Loadable query={risk} skeleton={<Skeleton rows={4} height={120} />}>
      {(view) => (
        <>
          <Standing view={view} rules={rules} />
          <Caps caps={rules.caps.values} version={rules.caps.version} own={view.class} />
          {view.current?.lines && <Arithmetic {...view.current} lines={view.current.lines} />}
          <History history={view.history} />
        </>
      )}
    </Loadable>
  );
}

function Standing({ view, rules }: { view: RiskView; rules: RiskRules }) {
  const { t } = useTranslation('risk');
  const format = useFormat();
  const { current, againAt } = view;
  return (
    <section className={styles.panel} aria-label={t('screen.now')}>
      <ClassMark riskClass={view.class} score={current?.score} />
      {current !== null && (
        <Scale
          score={current.score}
          {...scoreRange(rules.scores.values)}
          balancedFrom={current.balancedFrom}
          aggressiveFrom={current.aggressiveFrom}
        />
      )}
      <p>{t(`about.${view.class}`)}</p>
      <dl className={styles.facts}>
        <div>
          <dt>{t('screen.cap')}</dt>
          <dd>
            <Cap cap={view.cap} />
          </dd>
        </div>
        {current !== null && (
          <>
            <div>
              <dt>{t('screen.assessedAt')}</dt>
              <dd>{format.dateTime(current.at)}</dd>
            </div>
            <div>
              <dt>{t('screen.expiresAt')}</dt>
              <dd>{format.day(current.expiresAt)}</dd>
            </div>
            <div>
              <dt>{t('screen.declared')}</dt>
              <dd>{t('screen.declaredAll')}</dd>
            </div>
          </>
        )}
      </dl>
      <div className={styles.actions}>
        {againAt === null ? (
          <ButtonLink to={pathOf('questionnaire')} kind={current === null ? 'primary' : 'plain'}>
            {t(current === null ? 'screen.begin' : 'screen.again')}
          </ButtonLink>
        ) : (
          <p className={styles.note}>{t('screen.againAt', { date: format.dateTime(againAt) })}</p>
        )}
      </div>
    </section>
  );
}

function History({ history }: { history: readonly RiskAssessmentView[] }) {
  const { t } = useTranslation('risk');
  const format = useFormat();
  return (
    <section className={styles.history} aria-label={t('history.title')}>
      <h2>{t('history.title')}</h2>
      {history.length === 0 ? (
        <Empty text={t('history.none')} />
      ) : (
        <ol>
          {history.map((assessment) => (
            <li key={assessment.assessmentId}>
              <span className={styles.dot} data-class={assessment.class} />
              <span>
                <b>{t(`class.${assessment.class}`)}</b>{' '}
                {t('points', { count: assessment.score, points: format.count(assessment.score) })}
              </span>
              <small>
                {t('history.when', { from: format.day(assessment.at), to: format.day(assessment.expiresAt) })}
              </small>
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
