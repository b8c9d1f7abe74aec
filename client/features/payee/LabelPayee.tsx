import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { labelPayee } from '../../../contracts/payee.calls';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { refreshPayees } from './use-payees';

const ModalPanel = lazy(() => import('../../ui/ModalPanel'));

/** The own name of an entry, which only its owner sees. */
export function LabelPayee({ payeeId, label }: { payeeId: string; label: string }) {
  const { t } = useTranslation('payee');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <Button kind="quiet" size="s" aria-label={t('label.named', { label })} onClick={() => setOpen(true)}>
        {t('label.change')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <ModalPanel title={t('label.named', { label })} onClose={close}>
            <LabelForm payeeId={payeeId} label={label} onDone={close} />
          </ModalPanel>
        </Suspense>
      )}
    </>
  );
}

function LabelForm({ payeeId, label, onDone }: { payeeId: string; label: string; onDone: () => void }) {
  const { t } = useTranslation('payee');
  const form = useForm({
    initial: { label },
    check: (values) => (values.label.trim() === '' ? { label: t('label.missing') } : {}),
    send: async (values) => {
      await api.call(labelPayee, { payeeId, label: values.label.trim() }, QUIET);
      await refreshPayees();
      onDone();
    },
  });
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('action.save')}
        </Button>
      }
    >
      <TextField label={t('label.title')} autoComplete="off" maxLength={40} data-autofocus {...form.field('label')} />
    </Form>
  );
}
