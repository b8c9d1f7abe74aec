import { useTranslation } from 'react-i18next';
import { setSecurityQuestions } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import type { SecurityView } from '../../../contracts/security.contract';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { AnswerFields, NO_ANSWERS } from './AnswerFields';
import { NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { Remark } from './SecurityPage';
import { hasGoogle, refreshSecurity } from './use-security';

/** Sets or replaces the three security questions. Earlier answers are never shown. */
export default function QuestionsDialog({ security, onClose }: { security: SecurityView; onClose: () => void }) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const google = hasGoogle(security);
  const form = useForm({
    initial: { ...NO_ANSWERS, ...NO_PROOF },
    check: (values) =>
      missing(values, 'friend', 'idol', 'place', 'password', ...(google ? (['googleCode'] as const) : [])),
    send: async ({ googleCode, ...values }) => {
      await api.call(setSecurityQuestions, { ...values, ...(google && { googleCode }) }, QUIET);
      await refreshSecurity();
      onClose();
    },
  });
  return (
    <ModalPanel title={t('questions.title')} onClose={onClose}>
      <Form
        handle={form}
        label={t('questions.title')}
        actions={
          <Button type="submit" wide busy={form.busy}>
            {t('questions.set')}
          </Button>
        }
      >
        <Remark>{t('questions.lead')}</Remark>
        <AnswerFields form={form} />
        <ProofFields form={form} google={google} />
      </Form>
    </ModalPanel>
  );
}
