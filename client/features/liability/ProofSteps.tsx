import { useTranslation } from 'react-i18next';
import type { LiabilityProofView, LiabilitySum } from '../../../contracts/liability.contract';
import { useFormat } from '../../lib/format';
import { CopyText } from '../../ui/CopyText';
import type { ProofStep } from './verify-proof';
import styles from './BalanceProof.module.css';

/** Every hash that this browser has just made, from the leaf to the root, each with what stood beside it. */
export function ProofSteps({ proof, steps }: { proof: LiabilityProofView; steps: readonly ProofStep[] }) {
  const { t } = useTranslation('liability');
  const format = useFormat();
  return (
    <details className={styles.details}>
      <summary>{t('steps.title', { count: steps.length })}</summary>
      <ol className={styles.steps}>
        {steps.map((step, at) => (
          <li key={step.hash}>
            <p>{wordsOf(step, at === 0, t)}</p>
            {step.sibling !== undefined && <Sums sums={step.sibling} />}
            <CopyText value={step.hash} label={t('steps.hash', { step: format.count(at + 1) })} />
          </li>
        ))}
      </ol>
      <p className={styles.note}>
        {t('steps.nonce')} <CopyText value={proof.leaf.nonce} label={t('steps.nonce')} />
      </p>
    </details>
  );
}

function wordsOf({ side }: ProofStep, isLeaf: boolean, t: (key: string) => string): string {
  if (side !== undefined) return t(`steps.${side}`);
  return t(isLeaf ? 'steps.leaf' : 'steps.root');
}

function Sums({ sums }: { sums: readonly LiabilitySum[] }) {
  const { t } = useTranslation('liability');
  const format = useFormat();
  const amounts = sums.map(({ asset, amount }) => `${format.amountDown(amount, 8)} ${asset}`);
  return <p className={styles.note}>{amounts.length === 0 ? t('steps.nothing') : amounts.join(' · ')}</p>;
}
