import { useTranslation } from 'react-i18next';
import type { CustodyProduct } from '../../../contracts/custody.contract';
import { Missing } from '../../app/Missing';

/** Where a refusal is put right. */
const SCREENS: Readonly<Record<string, string>> = {
  'security.trade-password-missing': 'tradePasswordSet',
  'custody.cap-exceeded': 'risk',
  'custody.paused-by-owner': 'myCustody',
  'custody.vip-advanced': 'advanced',
  'custody.vip-form': 'questionnaire',
  'custody.vip-class': 'risk',
  'custody.vip-average': 'vip',
  'asset.debts-uncovered': 'loans',
};

/** Everything that stands against buying now, each with the screen that puts it right. */
export function Problems({ problems }: Pick<CustodyProduct, 'problems'>) {
  const { t } = useTranslation('custody');
  return <Missing title={t('buy.missing')} problems={problems} screens={SCREENS} />;
}
