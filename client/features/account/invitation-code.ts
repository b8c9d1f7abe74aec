import { usePublishedPolicy } from '../../lib/published-policy';

/** Whether registering needs an invitation code; `undefined` until the policy is read. */
export function useInvitationRequired(): boolean | undefined {
  const required = usePublishedPolicy('registration.rules').data?.values['invitationRequired'];
  return typeof required === 'boolean' ? required : undefined;
}

/** The browser's check of the code. Where the policy isn't read, the server decides. */
export function invitationProblem(
  { invitationCode }: { invitationCode: string },
  required: boolean | undefined,
  message: string,
): { invitationCode?: string } {
  return required === true && invitationCode.trim() === '' ? { invitationCode: message } : {};
}
