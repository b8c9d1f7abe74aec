import { useTranslation } from 'react-i18next';
import { usePublishedPolicy } from './published-policy';

/** So long a code may be that is typed, or stands in an address. */
export const INVITATION_CODE_MAX = 32;

/** Holds the hint's line until the policy is read, so that nothing below it moves. */
const NOT_KNOWN = '\u00a0';

/** The invitation code in a form that opens an account: whether one is required, said and checked by the policy in force. */
export function useInvitationCode() {
  const { t } = useTranslation('account');
  const required = usePublishedPolicy('registration.rules').data?.values['invitationRequired'];
  const known = required ? t('register.invitationRequired') : t('register.invitationOptional');
  return {
    field: { label: t('register.invitation'), hint: required === undefined ? NOT_KNOWN : known },
    /** Where the policy isn't read, the server decides. */
    check: ({ invitationCode }: { invitationCode: string }): { invitationCode?: string } =>
      required === true && invitationCode.trim() === '' ? { invitationCode: t('register.invitationEmpty') } : {},
  };
}
