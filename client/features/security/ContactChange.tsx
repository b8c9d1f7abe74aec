import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { changeContact, openContactChange } from '../../../contracts/security.calls';
import { getCode } from '../../../contracts/account.calls';
import type { SecurityView } from '../../../contracts/security.contract';
import { api, QUIET, refusedAt } from '../../lib/api';
import { Button } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { Form } from '../../ui/Form';
import { TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { AnswerFields, NO_ANSWERS } from './AnswerFields';
import { NO_PROOF, ProofFields, useMissing } from './ProofFields';
import { Remark, SecurityPage } from './SecurityPage';
import { hasGoogle, refreshSecurity } from './use-security';
import styles from './Security.module.css';

type Kind = 'email' | 'phone';

/** `/email` and `/mobile`: first the person's proof and the old contact's code, then the code to the new one. */
export function ContactChange({ kind }: { kind: Kind }) {
  const { t } = useTranslation('security');
  const [ticket, setTicket] = useState<string | null>(null);
  return (
    <SecurityPage title={t(`contact.${kind}.title`)} lead={t(`contact.${kind}.lead`)}>
      {(security) => (
        <div className={styles.stack}>
          <p className={styles.now}>
            <span>{t('contact.now')}</span>
            <strong>{security[kind] ?? t('contact.none')}</strong>
          </p>
          <p className={styles.step}>{t('contact.step', { step: ticket === null ? 1 : 2, steps: 2 })}</p>
          {ticket === null ? (
            <Prove kind={kind} security={security} onProved={setTicket} />
          ) : (
            <Bind kind={kind} ticket={ticket} onGone={() => setTicket(null)} />
          )}
        </div>
      )}
    </SecurityPage>
  );
}

interface ProveProps {
  kind: Kind;
  security: SecurityView;
  onProved: (ticket: string) => void;
}

function Prove({ kind, security, onProved }: ProveProps) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const [lost, setLost] = useState(false);
  const google = hasGoogle(security);
  const old = security[kind] !== null;
  const byAnswers = old && lost;
  // A wallet account has no password until it has a contact.
  const hasPassword = security.password.setAt !== null || security.email !== null || security.phone !== null;
  const form = useForm({
    initial: { oldCode: '', ...NO_ANSWERS, ...NO_PROOF },
    check: (values) => ({
      ...(hasPassword && missing(values, 'password', ...(google ? (['googleCode'] as const) : []))),
      ...(byAnswers && missing(values, 'friend', 'idol', 'place')),
      ...(old && !lost && missing(values, 'oldCode')),
    }),
    send: async ({ oldCode, friend, idol, place, password, googleCode }) => {
      const ofOld = byAnswers ? { friend, idol, place } : old ? { oldCode } : {};
      const proof = hasPassword ? { password, ...(google && { googleCode }) } : {};
      onProved((await api.call(openContactChange, { kind, ...ofOld, ...proof }, QUIET)).ticket);
    },
  });
  return (
    <Form
      handle={form}
      label={t(`contact.${kind}.title`)}
      actions={
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('contact.next')}
          </Button>
          {old && (
            <Button kind="quiet" onClick={() => setLost(!lost)}>
              {t(lost ? 'contact.notLost' : `contact.${kind}.lost`)}
            </Button>
          )}
        </div>
      }
    >
      {old && !lost && (
        <CodeField
          label={t('contact.oldCode', { contact: security[kind] })}
          onSend={() => form.checkAndSend({}, () => api.call(getCode, { purpose: 'change-contact', account: kind }))}
          {...form.field('oldCode')}
        />
      )}
      {byAnswers && security.questions.setAt === null && <Remark kind="warning">{t('contact.noQuestions')}</Remark>}
      {byAnswers && security.questions.setAt !== null && <AnswerFields form={form} />}
      {hasPassword && <ProofFields form={form} google={google} />}
    </Form>
  );
}

interface BindProps {
  kind: Kind;
  ticket: string;
  onGone: () => void;
}

function Bind({ kind, ticket, onGone }: BindProps) {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const navigate = useNavigate();
  // The server tells mail from phone by this sign and checks the rest itself.
  const addressProblem = ({ address }: { address: string }) => ({
    ...(address.includes('@') !== (kind === 'email') && { address: t(`contact.${kind}.wrong`) }),
    ...missing({ address }, 'address'),
  });
  const form = useForm({
    initial: { address: '', code: '' },
    check: (values) => ({ ...addressProblem(values), ...missing(values, 'code') }),
    send: async (values) => {
      await api.call(changeContact, { kind, ticket, ...values }, QUIET);
      await refreshSecurity();
      await navigate('/setting');
    },
  });
  return (
    <Form
      handle={form}
      label={t(`contact.${kind}.title`)}
      actions={
        <div className={styles.actions}>
          <Button type="submit" busy={form.busy}>
            {t('contact.bind')}
          </Button>
          <Button kind="quiet" onClick={onGone}>
            {t('contact.back')}
          </Button>
        </div>
      }
    >
      <TextField
        label={t(`contact.${kind}.new`)}
        hint={t(`contact.${kind}.newHint`)}
        type={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        maxLength={254}
        {...form.field('address')}
      />
      <CodeField
        label={t('code.label')}
        onSend={() =>
          form.checkAndSend(addressProblem(form.values), () =>
            refusedAt('address', api.call(getCode, { purpose: 'bind-contact', account: form.values.address })),
          )
        }
        {...form.field('code')}
      />
    </Form>
  );
}
