import { useTranslation } from 'react-i18next';
import type { LiabilityEpochsView, LiabilityProofView } from '../../../contracts/liability.contract';
import { save } from '../../lib/download';
import { Button } from '../../ui/Button';
import styles from './BalanceProof.module.css';

/** `scripts/verify-liability.mjs`, put in when the client is built. */
declare const LIABILITY_VERIFIER: string;

const COMMAND = 'node verify-liability.mjs liability-proof.json --roots liability-roots.json';

const asFile = (value: unknown): Blob => new Blob([JSON.stringify(value)], { type: 'application/json' });

/** Proof, roots and the script that checks them, for a machine of one's own that this page cannot reach. */
export function ProofFiles({ proof, published }: { proof: LiabilityProofView; published: LiabilityEpochsView }) {
  const { t } = useTranslation('liability');
  const script = () => save(new Blob([LIABILITY_VERIFIER], { type: 'text/javascript' }), 'verify-liability.mjs');
  return (
    <div className={styles.files}>
      <h3>{t('files.title')}</h3>
      <p>{t('files.body')}</p>
      <div className={styles.buttons}>
        <Button kind="plain" onClick={() => save(asFile(proof), 'liability-proof.json')}>
          {t('files.proof')}
        </Button>
        <Button kind="plain" onClick={() => save(asFile(published), 'liability-roots.json')}>
          {t('files.roots')}
        </Button>
        <Button kind="plain" onClick={script}>
          {t('files.script')}
        </Button>
      </div>
      <pre className={styles.command}>
        <code>{COMMAND}</code>
      </pre>
    </div>
  );
}
