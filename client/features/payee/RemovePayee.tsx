import { useTranslation } from 'react-i18next';
import { removePayee } from '../../../contracts/payee.calls';
import { api } from '../../lib/api';
import { Button } from '../../ui/Button';
import { confirm } from '../../ui/confirm';
import { refreshPayees } from './use-payees';

/** Asks once: a removed entry has to cool off again when it is added again. */
export function RemovePayee({ payeeId, label }: { payeeId: string; label: string }) {
  const { t } = useTranslation('payee');
  const remove = async () => {
    const question = { title: t('remove.title', { label }), body: t('remove.body'), confirmLabel: t('remove.confirm') };
    if (!(await confirm({ ...question, kind: 'danger' }))) return;
    // Where it was removed in another tab meanwhile, the toast says so and the list shows it.
    await api.call(removePayee, { payeeId }).catch(() => undefined);
    await refreshPayees();
  };
  return (
    <Button kind="quiet" size="s" aria-label={t('remove.named', { label })} onClick={() => void remove()}>
      {t('remove.confirm')}
    </Button>
  );
}
