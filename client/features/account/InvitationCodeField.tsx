import { useTranslation } from 'react-i18next';
import { TextField } from '../../ui/fields';

interface CodeProps {
  required: boolean | undefined;
  name: string;
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
}

/** The code of a new account's inviter, and whether one is needed. */
export function InvitationCodeField({ required, ...field }: CodeProps) {
  const { t } = useTranslation('account');
  const hint = required ? t('register.invitationRequired') : t('register.invitationOptional');
  return (
    <TextField
      label={t('register.invitation')}
      // The line is there before the answer, so that nothing below it moves.
      hint={required === undefined ? '\u00a0' : hint}
      autoComplete="off"
      spellCheck={false}
      maxLength={32}
      {...field}
    />
  );
}
