import { useTranslation } from 'react-i18next';
import { removePayee } from '../../../contracts/payee.calls';
import { api } from '../../lib/api';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { refreshPayees } from './use-payees';

/** Asks for confirmation: a removed entry that is added again has a new waiting time. */
export function RemovePayee({ payeeId, label }: { payeeId: string; label: string }) {
  const { t } = useTranslation('payee');
  const remove = async () => {
    const question = { title: t('remove.title', { label }), body: t('remove.body'), confirmLabel: t('remove.confirm') };
    if (!(await confirm({ ...question, kind: 'danger' }))) return;
    // If another tab removed it meanwhile, a toast and the list show that.
    await api.call(removePayee, { payeeId }).catch(() => undefined);
    await refreshPayees();
  };
  return (
    <Button kind="quiet" size="s" aria-label={t('remove.named', { label })} onClick={() => void remove()}>
      {t('remove.confirm')}
    </Button>
  );
}
