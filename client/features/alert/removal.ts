import { useTranslation } from 'react-i18next';
import type { AlertView } from '../../../contracts/alert.contract';
import { confirm } from '../../ui/confirm';
import { remove } from './use-alerts';

/** Asks first: an alert that is removed does not come back. */
export function useRemoval(): (alert: AlertView) => Promise<void> {
  const { t } = useTranslation('alert');
  return async ({ alertId, symbol }) => {
    const title = t('remove.title', { symbol });
    const question = { title, body: t('remove.body'), confirmLabel: t('remove.confirm') };
    if (await confirm({ ...question, kind: 'danger' })) await remove(alertId);
  };
}
