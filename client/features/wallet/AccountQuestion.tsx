import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { InvitationField } from '../../app/InvitationField';
import { INVITATION_CODE_MAX, useInvitationCode } from '../../lib/invitation-code';
import { Button } from '../../ui/Button';
import { CountrySelect } from '../../ui/CountrySelect';
import { CheckField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { useForm } from '../../ui/use-form';
import styles from './wallet.module.css';

interface AccountQuestionProps {
  address: string;
  send: (more: Record<string, string>) => Promise<void>;
}

/** What a wallet without an account is asked before it opens one: the same as in any registration. */
export function AccountQuestion({ address, send }: AccountQuestionProps) {
  const { t } = useTranslation('wallet');
  const invitation = useInvitationCode();
  const [search] = useSearchParams();
  const form = useForm({
    initial: { country: '', invitationCode: search.get('code')?.slice(0, INVITATION_CODE_MAX) ?? '', agreement: '' },
    check: ({ country, invitationCode, agreement }) => ({
      ...(country === '' && { country: t('account.countryEmpty') }),
      ...invitation.check({ invitationCode }),
      ...(agreement === '' && { agreement: t('account.agreementEmpty') }),
    }),
    send: ({ country, invitationCode }) =>
      send({
        country,
        agreement: 'yes',
        ...(invitationCode.trim() !== '' && { invitationCode: invitationCode.trim() }),
      }),
  });
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('account.submit')}
        </Button>
      }
    >
      <h3>{t('account.title')}</h3>
      <p>{t('account.body')}</p>
      <p className={styles.address} translate="no">
        {address}
      </p>
      <CountrySelect label={t('account.country')} hint={t('account.countryHint')} {...form.field('country')} />
      <InvitationField {...form.field('invitationCode')} />
      <CheckField
        label={
          <>
            {t('account.agreement')} <Link to="/userAgreement">{t('account.agreementLink')}</Link>
          </>
        }
        {...form.field('agreement')}
      />
    </Form>
  );
}
