import { useTranslation } from 'react-i18next';
import { WhyButton } from '../policy/WhyButton';

const POLICY = 'loan.rules';

/** A version of the rules, as it was published. */
export function Rules({ version }: { version: number }) {
  const { t } = useTranslation('loan');
  return (
    <>
      {t('terms.version', { version })} <WhyButton policy={POLICY} version={version} inputs={{}} />
    </>
  );
}
