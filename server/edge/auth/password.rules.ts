import type { AppliedPolicy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';

/** Policy `password.rules`, as far as login passwords go. */
interface PasswordRules {
  readonly lengthMin: number;
  readonly lengthMax: number;
  readonly commonRefused: boolean;
}

/** Why a password may not be chosen. Characters are counted as people count them; common ones are known in lower case. */
export function passwordProblem(
  password: string,
  { name: policy, version, rules }: Pick<AppliedPolicy, 'name' | 'version'> & { rules: PasswordRules },
  common: ReadonlySet<string>,
): Refusal | undefined {
  const characters = [...password].length;
  const { lengthMin: least, lengthMax: most, commonRefused } = rules;
  if (characters < least || characters > most)
    return refuse('account.password-length', { field: 'password', least, most, policy, version });
  return commonRefused && common.has(password.toLowerCase())
    ? refuse('account.password-common', { field: 'password', policy, version })
    : undefined;
}
