import { describe, expect, it } from '@jest/globals';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { readText } from './rendered.testkit';
import { useInvitationCode } from './invitation-code';
import { publishedPolicyKey } from './keys';

function Probe({ typed }: { typed: string }) {
  const { field, check } = useInvitationCode();
  return (
    <p>{[field.label, field.hint.trim(), check({ invitationCode: typed }).invitationCode ?? 'sent'].join(' / ')}</p>
  );
}

/** What a form says and does with a code under a policy; `undefined` before it is read. */
function shown(invitationRequired: boolean | undefined, typed: string): Promise<string> {
  const client = new QueryClient();
  if (invitationRequired !== undefined)
    client.setQueryData(publishedPolicyKey('registration.rules'), { values: { invitationRequired } });
  const form = (
    <QueryClientProvider client={client}>
      <Probe typed={typed} />
    </QueryClientProvider>
  );
  return readText(form, 'account');
}

describe('the invitation code of a new account', () => {
  it.each([
    [true, '', 'Invitation code / Required / Enter your invitation code.'],
    [true, '  ', 'Invitation code / Required / Enter your invitation code.'],
    [true, 'AB12CD34EF', 'Invitation code / Required / sent'],
    [false, '', 'Invitation code / Optional / sent'],
    [undefined, '', 'Invitation code / / sent'],
  ])('where the policy requires one: %s, with “%s” typed', async (required, typed, expected) => {
    expect(await shown(required, typed)).toBe(expected);
  });
});
