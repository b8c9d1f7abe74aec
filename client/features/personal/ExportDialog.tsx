import { useTranslation } from 'react-i18next';
import { exportMe } from '../../../contracts/personal.calls';
import { downloadByProof } from '../../lib/download';
import { toast } from '../../lib/toasts';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { NO_PROOF, ProofFields, useMissing } from '../security/ProofFields';
import { hasGoogle, useSecurity } from '../security/use-security';

/** Downloads all personal data as a file, after a step-up proof. */
export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('personal');
  const missing = useMissing();
  const { data: security } = useSecurity();
  const google = security !== undefined && hasGoogle(security);
  const form = useForm({
    initial: NO_PROOF,
    check: (values) => missing(values, 'password', ...(google ? (['googleCode'] as const) : [])),
    send: async ({ password, googleCode }) => {
      await downloadByProof(exportMe, { password, ...(google && { googleCode }) });
      toast('success', t('data.exportDone'));
      onClose();
    },
  });
  return (
    <ModalPanel title={t('data.exportTitle')} onClose={onClose}>
      <Form
        handle={form}
        label={t('data.exportTitle')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t('data.exportButton')}
          </Button>
        }
      >
        <p>{t('data.exportText')}</p>
        <ProofFields form={form} google={google} />
      </Form>
    </ModalPanel>
  );
}
