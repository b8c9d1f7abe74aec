import { BeforeRegistering } from '../features/invitation/BeforeRegistering';
import { INVITATION_CODE_MAX, useInvitationCode } from '../lib/invitation-code';
import { TextField, type FieldProps } from '../ui/fields';

type InvitationFieldProps = Omit<FieldProps, 'label' | 'hint'>;

/** The code in a form that opens an account, and who earns what of the fees of somebody who registers by it. */
export function InvitationField(props: InvitationFieldProps) {
  return (
    <>
      <TextField
        {...useInvitationCode().field}
        autoComplete="off"
        spellCheck={false}
        maxLength={INVITATION_CODE_MAX}
        {...props}
      />
      <BeforeRegistering code={props.value} />
    </>
  );
}
