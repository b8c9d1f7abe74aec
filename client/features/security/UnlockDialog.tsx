import { useTranslation } from 'react-i18next';
import { unlockTrading } from '../../../contracts/security.calls';
import { api, QUIET } from '../../lib/api';
import { Button, ButtonLink } from '../../ui/Button';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { digitsOnly } from '../../ui/digits';
import { PasswordField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { useMissing } from './ProofFields';
import styles from './Security.module.css';

/** Why an order waits: the trade password is not given in this session, or there is none yet. */
export type Shut = 'required' | 'missing';

/** Asks for the trade password once a session, or links to setting one. The order form stays as it is. */
export default function UnlockDialog({ why, onAnswer }: { why: Shut; onAnswer: (unlocked: boolean) => void }) {
  const { t } = useTranslation(['security', 'common']);
  const missing = useMissing();
  const form = useForm({
    initial: { tradePassword: '' },
    check: (values) => missing(values, 'tradePassword'),
    send: async (values) => {
      await api.call(unlockTrading, values, QUIET);
      onAnswer(true);
    },
  });
  return (
    <ModalPanel title={t('unlock.title')} onClose={() => onAnswer(false)}>
      {why === 'missing' ? (
        <div className={styles.stack}>
          <p>{t('unlock.none')}</p>
          <ButtonLink to="/bindmpwd" onClick={() => onAnswer(false)}>
            {t('trade.setTitle')}
          </ButtonLink>
        </div>
      ) : (
        <Form
          handle={form}
          label={t('unlock.title')}
          actions={
            <Button type="submit" wide busy={form.busy}>
              {t('unlock.goOn')}
            </Button>
          }
        >
          <p>{t('unlock.lead')}</p>
          <PasswordField
            label={t('trade.password')}
            inputMode="numeric"
            autoComplete="off"
            data-autofocus
            {...digitsOnly(form.field('tradePassword'))}
          />
          <p className={styles.aside}>
            <ButtonLink to="/editPasswordTrade" kind="quiet" size="s" onClick={() => onAnswer(false)}>
              {t('trade.forgotten')}
            </ButtonLink>
          </p>
        </Form>
      )}
    </ModalPanel>
  );
}
