import { describe, expect, it } from '@jest/globals';
import { readText } from '../../lib/rendered.testkit';
import { invitationProblem } from './invitation-code';
import { InvitationCodeField } from './InvitationCodeField';

const shown = (required: boolean | undefined) => {
  const field = { name: 'invitationCode', value: '', onChange: () => undefined, error: undefined };
  return readText(<InvitationCodeField required={required} {...field} />, 'account');
};

describe('the invitation code of a new account', () => {
  it.each([
    [true, '', { invitationCode: 'Enter it.' }],
    [true, '   ', { invitationCode: 'Enter it.' }],
    [true, 'AB12CD34EF', {}],
    [false, '', {}],
    [undefined, '', {}],
  ])('is missed before sending only where the policy requires it: %s, “%s”', (required, invitationCode, problem) => {
    expect(invitationProblem({ invitationCode }, required, 'Enter it.')).toEqual(problem);
  });

  it('is called required or optional once that is known', async () => {
    expect(await shown(true)).toBe('Invitation code Required');
    expect(await shown(false)).toBe('Invitation code Optional');
    expect(await shown(undefined)).toBe('Invitation code');
  });
});
