import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { changeName } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { useFormat } from '../../lib/format';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { Remark, SecurityPage } from './SecurityPage';
import { hasGoogle, refreshSecurity } from './use-security';
import styles from './Security.module.css';

/** `/username`: the name that the account shows to its owner. */
export default function NameScreen() {
  const { t } = useTranslation('security');
  return (
    <SecurityPage title={t('name.title')} lead={t('name.lead')}>
      {(security) => <NameForm security={security} />}
    </SecurityPage>
  );
}

function NameForm({ security }: { security: SecurityView }) {
  const { t } = useTranslation('security');
  const format = useFormat();
  const missing = useMissing();
  const navigate = useNavigate();
  const shown = useSession((state) => state.session?.name ?? '');
  const google = hasGoogle(security);
  const form = useForm({
    initial: { name: '', ...NO_PROOF },
    check: (values) => missing(values, 'name', 'password', ...(google ? (['googleCode'] as const) : [])),
    send: async ({ name, password, googleCode }) => {
      await api.call(changeName, { name, password, ...(google && { googleCode }) }, QUIET);
      await refreshSecurity();
      await navigate('/setting');
    },
  });
  const later = security.name.changeableAt > Date.now();
  return (
    <div className={styles.stack}>
      <p className={styles.now}>
        <span>{t('name.now')}</span>
        <strong>{shown}</strong>
      </p>
      {later ? (
        <Remark>{t('name.later', { date: format.day(security.name.changeableAt) })}</Remark>
      ) : (
        <Form
          handle={form}
          label={t('name.title')}
          actions={
            <Button type="submit" busy={form.busy}>
              {t('name.change')}
            </Button>
          }
        >
          <TextField
            label={t('name.new')}
            hint={t('name.newHint')}
            autoComplete="nickname"
            maxLength={24}
            {...form.field('name')}
          />
          <ProofFields form={form} google={google} />
        </Form>
      )}
    </div>
  );
}
