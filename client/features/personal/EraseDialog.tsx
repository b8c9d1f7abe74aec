import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { eraseMe } from '../../../contracts/personal.calls';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { NO_PROOF, ProofFields, useMissing } from '../security/ProofFields';
import { hasGoogle, useSecurity } from '../security/use-security';
import { useSessionEnd } from '../security/use-session-end';
import styles from './MyData.module.css';

/** Lists what is erased and what stays, then asks for the account number and the proof. Erasing is final. */
export default function EraseDialog({ userId, onClose }: { userId: string; onClose: () => void }) {
  const { t } = useTranslation('personal');
  const missing = useMissing();
  const navigate = useNavigate();
  const { data: security } = useSecurity();
  const endSession = useSessionEnd();
  const google = security !== undefined && hasGoogle(security);
  const form = useForm({
    initial: { confirm: '', ...NO_PROOF },
    check: (values) => ({
      ...missing(values, 'password', ...(google ? (['googleCode'] as const) : [])),
      ...(values.confirm.trim() !== userId && { confirm: t('data.confirmWrong') }),
    }),
    send: async ({ confirm, password, googleCode }) => {
      await api.call(
        eraseMe,
        { confirm: confirm.trim(), password, ...(google && { googleCode }) },
        { ...QUIET, endsSession: true },
      );
      endSession();
      await navigate('/');
    },
  });
  return (
    <ModalPanel title={t('data.eraseTitle')} onClose={onClose} size={520}>
      <Form
        handle={form}
        label={t('data.eraseTitle')}
        actions={
          <Button type="submit" kind="danger" wide busy={form.busy}>
            {t('data.eraseButton')}
          </Button>
        }
      >
        <Meaning userId={userId} />
        <TextField
          label={t('data.confirmLabel', { userId })}
          autoComplete="off"
          spellCheck={false}
          {...form.field('confirm')}
        />
        <ProofFields form={form} google={google} />
      </Form>
    </ModalPanel>
  );
}

/** What goes and what stays. */
function Meaning({ userId }: { userId: string }) {
  const { t } = useTranslation('personal');
  return (
    <>
      <p className={styles.warning}>{t('data.eraseText')}</p>
      <div className={styles.sides}>
        <div>
          <h3>{t('data.goesTitle')}</h3>
          <ul>
            <li>{t('data.goes1')}</li>
            <li>{t('data.goes2')}</li>
          </ul>
        </div>
        <div>
          <h3>{t('data.staysTitle')}</h3>
          <ul>
            <li>{t('data.stays1', { userId })}</li>
            <li>{t('data.stays2')}</li>
          </ul>
        </div>
      </div>
    </>
  );
}
