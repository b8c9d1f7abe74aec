import { useTranslation } from 'react-i18next';
import type { FundView } from '../../../contracts/fund.contract';
import { Missing } from '../../app/Missing';

/** Where a refusal is put right. */
const SCREENS: Readonly<Record<string, string>> = {
  'security.trade-password-missing': 'tradePasswordSet',
  'fund.cap-exceeded': 'risk',
};

/** Everything that stands against buying now, each with the screen that puts it right. */
export function Problems({ problems }: Pick<FundView, 'problems'>) {
  const { t } = useTranslation('fund');
  return <Missing title={t('buy.missing')} problems={problems} screens={SCREENS} />;
}
