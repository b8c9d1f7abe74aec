import { useTranslation } from 'react-i18next';
import { CREDIT_CAUSES, type CreditChangeView, type CreditView } from '../../../contracts/credit.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { Gauge } from './Gauge';
import { Proofs } from './Proofs';
import { useCredit } from './use-credit';
import styles from './Credit.module.css';

/** `/xinyongfen`: the score, each change with its rule, and the proofs that may raise it. */
export default function CreditScreen() {
  const { t } = useTranslation(['credit', 'common']);
  const isDemo = useSession((state) => state.session?.realm === 'demo');
  const query = useCredit();
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.credit')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      {isDemo ? (
        <ForDemo />
      ) : (
        <Loadable query={query} skeleton={<Skeleton rows={4} height={140} />}>
          {(credit) => (
            <>
              <Standing credit={credit} />
              <Changes credit={credit} />
              <Proofs credit={credit} />
              <Formula credit={credit} />
            </>
          )}
        </Loadable>
      )}
    </div>
  );
}

function ForDemo() {
  const { t } = useTranslation(['credit', 'refusal']);
  return (
    <section className={styles.panel}>
      <h2>
        <Icon name="lock" size={20} />
        {t('refusal:demo.real-only')}
      </h2>
      <p>{t('demo.body')}</p>
      <ButtonLink to={pathOf('register')}>{t('demo.action')}</ButtonLink>
    </section>
  );
}

function Standing({ credit }: { credit: CreditView }) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const { score, start, floor, ceiling, assessedAt } = credit;
  return (
    <section className={styles.standing} aria-label={t('now')}>
      <Gauge score={score} start={start} floor={floor} ceiling={ceiling} />
      <p>
        {assessedAt === null
          ? t('notMoved', { start: format.count(start) })
          : t('assessedAt', { date: format.dateTime(assessedAt) })}
      </p>
      <p className={styles.note}>{t('use')}</p>
    </section>
  );
}

function Changes({ credit: { changes, start, floor, ceiling } }: { credit: CreditView }) {
  const { t } = useTranslation('credit');
  return (
    <section className={styles.card} aria-labelledby="credit-changes">
      <h2 id="credit-changes">{t('changes.title')}</h2>
      {changes.length === 0 ? (
        <Empty text={t('changes.none')} />
      ) : (
        <ol className={styles.changes}>
          {changes.map((change) => (
            <Change
              key={`${change.at} ${change.cause} ${change.from}`}
              change={change}
              rules={{ start, floor, ceiling }}
            />
          ))}
        </ol>
      )}
    </section>
  );
}

function Change({ change, rules }: { change: CreditChangeView; rules: Record<string, number> }) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const { at, cause, points, from, to, version } = change;
  return (
    <li>
      <b className={points < 0 ? 'down' : 'up'}>{format.amountDown(`${points}`, 0, true)}</b>
      <span>
        {t(`cause.${cause}`)}
        <small>
          {format.dateTime(at)} · {t('changes.fromTo', { from: format.count(from), to: format.count(to) })}
        </small>
      </span>
      <WhyButton policy="credit.rules" version={version} inputs={{ points, ...rules }} />
    </li>
  );
}

/** The formula as it is published now, with a tick at what has counted. */
function Formula({ credit }: { credit: CreditView }) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const counted = new Set(credit.changes.map(({ cause }) => cause));
  const { start, floor, ceiling, version, points } = credit;
  return (
    <section className={styles.card} aria-labelledby="credit-formula">
      <div className={styles.sectionHead}>
        <h2 id="credit-formula">{t('formula.title')}</h2>
        <WhyButton policy="credit.rules" version={version} inputs={{ start, floor, ceiling }} />
      </div>
      <p className={styles.note}>
        {t('formula.body', { start: format.count(start), floor: format.count(floor), ceiling: format.count(ceiling) })}
      </p>
      <dl className={styles.formula}>
        {CREDIT_CAUSES.map((cause) => (
          <div key={cause}>
            <dt>
              {t(`cause.${cause}`)}
              {counted.has(cause) && (
                <span className={styles.counted}>
                  <Icon name="check" size={14} />
                  {t('formula.counted')}
                </span>
              )}
            </dt>
            <dd className={points[cause] < 0 ? 'down' : 'up'}>{format.amountDown(`${points[cause]}`, 0, true)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
