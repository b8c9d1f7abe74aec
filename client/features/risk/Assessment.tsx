import { useTranslation } from 'react-i18next';
import { capFor, type CapClass, type RiskCaps, type RiskClass, type RiskLine } from '../../../contracts/risk.contract';
import { useFormat } from '../../lib/format';
import { Amount } from '../../ui/numbers';
import { WhyButton } from '../policy/WhyButton';
import { useChoiceText } from './use-risk';
import styles from './Risk.module.css';

interface ArithmeticProps {
  lines: readonly RiskLine[];
  score: number;
  class: RiskClass;
  version: number;
  balancedFrom: number;
  aggressiveFrom: number;
}

/** The calculation as one would do it by hand: each answer with its points, their sum, and what the sum means. */
export function Arithmetic({ lines, score, class: riskClass, version, balancedFrom, aggressiveFrom }: ArithmeticProps) {
  const { t } = useTranslation('risk');
  const choiceText = useChoiceText();
  return (
    <section className={styles.arithmetic} aria-label={t('arithmetic.title')}>
      <div className={styles.sectionHead}>
        <h2>{t('arithmetic.title')}</h2>
        <WhyButton policy="risk.scores" version={version} inputs={{ score, balancedFrom, aggressiveFrom }} />
      </div>
      <table>
        <thead className="hidden-visually">
          <tr>
            <th scope="col">{t('arithmetic.answer')}</th>
            <th scope="col">{t('arithmetic.points')}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ question, choice, points }) => (
            <tr key={question}>
              <th scope="row">
                <small>{t(`question.${question}.short`)}</small>
                {choiceText(question, choice)}
              </th>
              <td>+{points}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{t('arithmetic.sum')}</th>
            <td>{score}</td>
          </tr>
        </tfoot>
      </table>
      <p className={styles.note}>
        {t(`arithmetic.means.${riskClass}`, { balancedFrom, aggressiveFrom })} {t('arithmetic.version', { version })}
      </p>
    </section>
  );
}

interface ScaleProps {
  score: number;
  lowest: number;
  highest: number;
  balancedFrom: number;
  aggressiveFrom: number;
}

/** Where the score stands between the lowest and the highest possible; the words beside it say the same. */
export function Scale({ score, lowest, highest, balancedFrom, aggressiveFrom }: ScaleProps) {
  const part = (at: number): string => `${(100 * (at - lowest)) / (highest - lowest || 1)}%`;
  return (
    <svg className={styles.scale} height="22" role="presentation" aria-hidden="true">
      <rect x="0" y="8" width="100%" height="6" rx="3" className={styles.low} />
      <rect
        x={part(balancedFrom)}
        y="8"
        width={part(lowest + highest - balancedFrom)}
        height="6"
        className={styles.middle}
      />
      <rect
        x={part(aggressiveFrom)}
        y="8"
        width={part(lowest + highest - aggressiveFrom)}
        height="6"
        className={styles.high}
      />
      <circle cx={part(score)} cy="11" r="9" className={styles.mark} />
    </svg>
  );
}

/** What each class may have open at a time; one's own is marked. */
export function Caps({ caps, version, own }: { caps: RiskCaps; version: number; own: CapClass | null }) {
  const { t } = useTranslation('risk');
  return (
    <section className={styles.caps} aria-label={t('caps.title')}>
      <div className={styles.sectionHead}>
        <h2>{t('caps.title')}</h2>
        <WhyButton policy="risk.caps" version={version} inputs={own === null ? {} : { class: own, cap: caps[own] }} />
      </div>
      <dl>
        {(['unassessed', 'conservative', 'balanced', 'aggressive'] as const).map((each) => (
          <div key={each} data-own={each === own || undefined}>
            <dt>
              {t(`class.${each}`)}
              {each === own && <span className={styles.own}>{t('caps.own')}</span>}
            </dt>
            <dd>
              <Cap cap={capFor(each, caps)} />
            </dd>
          </div>
        ))}
      </dl>
      <p className={styles.note}>{t('caps.why')}</p>
    </section>
  );
}

export function Cap({ cap }: { cap: string | null }) {
  const { t } = useTranslation('risk');
  return cap === null ? t('caps.none') : <Amount value={cap} decimals={2} unit="USDT" />;
}

export function ClassMark({ riskClass, score }: { riskClass: CapClass; score?: number | undefined }) {
  const { t } = useTranslation('risk');
  const format = useFormat();
  return (
    <p className={styles.verdict} data-class={riskClass}>
      <strong>{t(`class.${riskClass}`)}</strong>
      {score !== undefined && <span>{t('points', { count: score, points: format.count(score) })}</span>}
    </p>
  );
}
