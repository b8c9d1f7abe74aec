import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { freezeAccount } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { Remark } from './SecurityPage';
import { hasGoogle } from './use-security';
import { useSessionEnd } from './use-session-end';
import styles from './Security.module.css';

/** Freezes the account. It explains the effects and the way back before it asks for the proof. */
export default function FreezeDialog({ security, onClose }: { security: SecurityView; onClose: () => void }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const navigate = useNavigate();
  const endSession = useSessionEnd();
  const google = hasGoogle(security);
  const reachable = security.email !== null || security.phone !== null;
  const form = useForm({
    initial: NO_PROOF,
    check: (values) => missing(values, 'password', ...(google ? (['googleCode'] as const) : [])),
    send: async ({ password, googleCode }) => {
      await api.call(freezeAccount, { password, ...(google && { googleCode }) }, { ...QUIET, endsSession: true });
      endSession();
      await navigate('/verificationCode');
    },
  });
  return (
    <ModalPanel title={t('freeze.title')} onClose={onClose}>
      <Form
        handle={form}
        label={t('freeze.title')}
        actions={
          <Button type="submit" kind="danger" wide busy={form.busy}>
            {t('freeze.freeze')}
          </Button>
        }
      >
        <ul className={styles.bullets}>
          <li>{t('freeze.sessions')}</li>
          <li>{t('freeze.orders')}</li>
          <li>{t('freeze.money')}</li>
        </ul>
        <Remark kind={reachable ? 'info' : 'warning'}>{t(reachable ? 'freeze.undo' : 'freeze.undoSupport')}</Remark>
        <ProofFields form={form} google={google} />
      </Form>
    </ModalPanel>
  );
}
