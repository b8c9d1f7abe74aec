import { useTranslation } from 'react-i18next';
import type { PolicyView } from '../../../contracts/policy-change.contract';
import { useFormat } from '../../lib/format';
import { useRuleTexts, type Values } from './rule-texts';
import styles from './policy.module.css';

/** One version of a policy: its text, its values and its start. `inputs` are the figures that a decision used. */
export function Rule({ policy, inputs }: { policy: PolicyView; inputs?: Values | undefined }) {
  const { t } = useTranslation('policy');
  const format = useFormat();
  const texts = useRuleTexts();
  const { name, version, values, publishedAt, inForce, position } = policy;
  const sentence = texts.sentence(name, values);
  return (
    <div className={styles.rule}>
      <p className={styles.standing}>
        <code>{name}</code>
        <b>{t('version', { version: format.count(version) })}</b>
        <span data-in-force={inForce}>{t(inForce ? 'inForce' : 'superseded')}</span>
        <small>{t('published', { when: format.dateTime(publishedAt) })}</small>
      </p>
      {sentence && (
        <>
          <h3>{t('says')}</h3>
          <p>{sentence}</p>
        </>
      )}
      {inputs && Object.keys(inputs).length > 0 && (
        <>
          <h3>{t('used')}</h3>
          <Figures policy={name} values={inputs} />
        </>
      )}
      <details open={sentence === undefined}>
        <summary>{t('values')}</summary>
        <Figures policy={name} values={values} />
      </details>
      <p className={styles.proof}>{t('proof', { position: format.count(position) })}</p>
    </div>
  );
}

function Figures({ policy, values }: { policy: string; values: Values }) {
  const texts = useRuleTexts();
  return (
    <dl className={styles.figures}>
      {Object.entries(values).map(([key, given]) => (
        <div key={key}>
          <dt>{texts.label(policy, key)}</dt>
          <dd>{texts.value(policy, key, given)}</dd>
        </div>
      ))}
    </dl>
  );
}
