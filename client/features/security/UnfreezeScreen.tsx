import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { getCode, unfreezeAccount } from '../../../contracts/account.calls';
import { api, QUIET } from '../../lib/api';
import { Button, ButtonLink } from '../../ui/Button';
import { CodeField } from '../../ui/CodeField';
import { Form } from '../../ui/Form';
import { PasswordField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { useMissing } from './ProofFields';
import { Remark } from './SecurityPage';
import styles from './Security.module.css';

/** `/verificationCode`: a frozen account is freed by its password and a code to its e-mail or phone. */
export default function UnfreezeScreen() {
  const { t } = useTranslation('security');
  const missing = useMissing();
  const [free, setFree] = useState(false);
  const form = useForm({
    initial: { account: '', code: '', password: '' },
    check: (values) => missing(values, 'account', 'code', 'password'),
    send: async (values) => {
      await api.call(unfreezeAccount, values, QUIET);
      setFree(true);
    },
  });
  return (
    <div className={styles.page}>
      <h1>{t('unfreeze.title')}</h1>
      <p className={styles.lead}>{t('unfreeze.lead')}</p>
      <section className={styles.card}>
        {free ? (
          <div className={styles.stack}>
            <Remark kind="check">{t('unfreeze.done')}</Remark>
            <ButtonLink to="/login">{t('unfreeze.logIn')}</ButtonLink>
          </div>
        ) : (
          <Form
            handle={form}
            label={t('unfreeze.title')}
            actions={
              <Button type="submit" busy={form.busy}>
                {t('unfreeze.submit')}
              </Button>
            }
          >
            <TextField label={t('unfreeze.account')} autoComplete="username" {...form.field('account')} />
            <CodeField
              label={t('code.label')}
              hint={t('unfreeze.codeHint')}
              onSend={() =>
                form.checkAndSend(missing(form.values, 'account'), () =>
                  api.call(getCode, { purpose: 'unfreeze-account', account: form.values.account }),
                )
              }
              {...form.field('code')}
            />
            <PasswordField label={t('proof.password')} autoComplete="current-password" {...form.field('password')} />
            <Remark>{t('unfreeze.support')}</Remark>
          </Form>
        )}
      </section>
    </div>
  );
}
