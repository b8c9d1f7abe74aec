import { useTranslation } from 'react-i18next';
import type { NewCoin } from '../../../contracts/subscription.contract';
import { Missing } from '../../app/Missing';

/** Where a refusal is put right. */
const SCREENS: Readonly<Record<string, string>> = {
  'security.trade-password-missing': 'tradePasswordSet',
  'subscription.verification-needed': 'primary',
  'subscription.cap-exceeded': 'risk',
  'asset.debts-uncovered': 'loans',
};

/** Everything that stands against subscribing now, each with the screen that puts it right. */
export function Problems({ problems }: Pick<NewCoin, 'problems'>) {
  const { t } = useTranslation('subscription');
  return <Missing title={t('buy.missing')} problems={problems} screens={SCREENS} />;
}
