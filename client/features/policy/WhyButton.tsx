import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RefusalError } from '../../lib/api';
import type { Why } from './WhyDialog';
import styles from './policy.module.css';

const WhyDialog = lazy(() => import('./WhyDialog'));

/** Opens the rule that a decision followed. Stands beside what was decided. */
export function WhyButton({ policy, version, inputs }: Why) {
  const { t } = useTranslation('policy');
  const [open, setOpen] = useState(false);
  return (
    <>
      <button type="button" className={styles.why} onClick={() => setOpen(true)}>
        {t('why')}
      </button>
      {open && (
        <Suspense fallback={null}>
          <WhyDialog policy={policy} version={version} inputs={inputs} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** The same for a refusal that names its policy; nothing for any other error. */
export function WhyRefused({ error }: { error: unknown }) {
  const why = whyOf(error);
  return why && <WhyButton {...why} />;
}

/** The policy among a refusal's figures, and the other figures as what it used. */
function whyOf(error: unknown): Why | undefined {
  if (!(error instanceof RefusalError)) return undefined;
  const { policy, version, ...inputs } = error.data?.params ?? {};
  return typeof policy === 'string' && typeof version === 'number' ? { policy, version, inputs } : undefined;
}
