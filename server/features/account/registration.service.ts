import type { RequestToken } from '../../core/command.js';
import { Injectable } from '@nestjs/common';
import type { getCode, userRegister } from '../../../contracts/account.calls.js';
import { OWN_CODE_PURPOSES, type CodeSentView, type EnteredView } from '../../../contracts/account.contract.js';
import { isCountry } from '../../../contracts/country.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Agreements } from '../../core/ports/agreements.js';
import { Ids } from '../../core/ids.js';
import { Invitations } from '../../core/ports/invitations.js';
import type { LoginCaller, LoginService } from '../../core/ports/login-service.js';
import { type Address, type CodePurpose, Codes } from '../../core/ports/messages-out.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { commonPasswords } from '../../edge/auth/common-passwords.js';
import { addressOf } from '../../edge/auth/contact.js';
import { loginOf, type Credential, type Login, LoginTable } from '../../edge/auth/logins.js';
import { passwordProblem } from '../../edge/auth/password.rules.js';
import { SecondFactor } from '../../core/ports/second-factor.js';
import { Passwords } from '../../edge/auth/passwords.js';
import type { CallContext } from '../../edge/http/call.js';
import { strangerOf } from '../../edge/work/turns.js';
import { AccountCards } from './account-cards.js';
import type { OpenRealAccount } from './account.commands.js';
import { EntryService } from './entry.service.js';

type Opening = Omit<OpenRealAccount['data'], 'userId' | 'name' | 'lang' | 'passwordDigest'>;
type NewPasswords = { password: string; confirmPassword: string };

/** Codes by e-mail and phone, and registering with them. */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly cards: AccountCards,
    private readonly entry: EntryService,
    private readonly logins: LoginTable,
    private readonly passwords: Passwords,
    private readonly codes: Codes,
    private readonly invitations: Invitations,
    private readonly agreements: Agreements,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly vault: Vault,
    private readonly ids: Ids,
    private readonly secondFactor: SecondFactor,
  ) {}

  /** The same answer whether or not an account uses the address; only the message to its owner differs. */
  async code(call: CallContext<typeof getCode>): Promise<CodeSentView | Refusal> {
    const { purpose, account, country } = call.input;
    const { codes, logins } = this;
    const request = { purpose, lang: call.lang, from: call.address };
    if (isOwn(purpose)) {
      if (call.session === undefined) return refuse('session.missing');
      if (call.session.realm !== 'real') return refuse('demo.real-only');
      const { userId } = call.session;
      if (purpose === 'bind-contact') return this.codeToBind(call, userId);
      const own = await logins.contacts(userId);
      const address = (account === 'phone' ? own.phone : own.email)?.address;
      return address === undefined ? refuse('account.contact-missing') : codes.issue({ ...request, address, userId });
    }
    const address = this.address(account, country);
    if (isRefusal(address)) return address;
    const login = loginOf(address);
    const known = await logins.find(login);
    const instead = await this.insteadOfCode(purpose, login, known);
    const owner = known === undefined ? {} : { ownerId: known.userId };
    return codes.issue({ ...request, address, ...owner, ...(instead === undefined ? {} : { insteadOfCode: instead }) });
  }

  /** What goes to an address instead of a code that would be good for nothing. */
  private async insteadOfCode(
    purpose: CodePurpose,
    login: Login,
    known: Credential | undefined,
  ): Promise<string | undefined> {
    // Where there is no account one is looked for all the same: in the same time.
    const userId = known?.userId ?? this.logins.fingerprintOf(login);
    if (purpose === 'unfreeze-account') {
      const { state } = await this.cards.find('real', userId);
      return state.status === 'frozen' ? undefined : 'nothing-frozen';
    }
    if (purpose === 'lost-google') return (await this.secondFactor.bound(userId)) ? undefined : 'nothing-lost';
    if (purpose === 'register') return known === undefined ? undefined : 'account-exists';
    return known === undefined ? 'no-account' : undefined;
  }

  /** A new account for a proved login without an address for codes; of several requests at once all get the first one's. */
  async registerByLogin(
    { kind, login, ...request }: Parameters<LoginService['register']>[0],
    caller: LoginCaller,
  ): Promise<{ userId: string } | Refusal> {
    const opening = await this.opening({
      country: request.country ?? '',
      invitationCode: request.invitationCode ?? '',
      agreement: request.agreement ?? '',
    });
    if (isRefusal(opening)) return opening;
    const proved = { kind, text: login };
    const made = await this.create(proved, null, opening, caller);
    if (made !== 'overtaken') return made;
    const first = await this.logins.find(proved);
    if (first === undefined) return refuse('request.unavailable');
    return (await this.entry.open(first, caller.requestToken?.cause)) ?? { userId: first.userId };
  }

  /** Why a new password is not taken, in the order of a form's fields. */
  passwordProblem({ password, confirmPassword }: NewPasswords): Refusal | undefined {
    if (password === '') return refuse('account.required', { field: 'password' });
    const { name, version, values: rules } = this.policies.inForce('password.rules');
    const problem = passwordProblem(password, { name, version, rules }, commonPasswords());
    if (problem !== undefined) return problem;
    return password === confirmPassword ? undefined : refuse('account.passwords-differ', { field: 'confirmPassword' });
  }

  address(account: string, country: string): Address | Refusal {
    if (account.trim() === '') return refuse('account.required', { field: 'account' });
    return addressOf(account, isCountry(country) ? country : undefined);
  }

  async register(call: CallContext<typeof userRegister>): Promise<EnteredView | Refusal> {
    const { account, country, code, password, timeZone } = call.input;
    const { logins, passwords, codes, entry } = this;
    const mark = this.markOf(call.requestToken);
    const before = mark === undefined ? undefined : await logins.byRequest(mark);
    const proof = { googleCode: undefined, timeZone };
    // The request came before and its answer was lost, memory and all: who knows the password gets it again.
    if (before !== undefined && (await logins.verifyPassword(before.userId, password)) !== undefined)
      return entry.enter(before, proof, call);
    const address = this.address(account, country);
    if (isRefusal(address)) return address;
    if (country === '') return refuse('account.country-required', { field: 'country' });
    if (!isCountry(country)) return refuse('account.country-unknown', { field: 'country' });
    if (code.trim() === '') return refuse('code.required', { field: 'code' });
    const problem = this.passwordProblem(call.input);
    if (problem !== undefined) return problem;
    const opening = await this.opening(call.input);
    if (isRefusal(opening)) return opening;
    const passwordHash = await passwords.hashFor(strangerOf(account, call.address), password);
    const wrong = await codes.check({
      purpose: 'register',
      address,
      code: code.trim(),
      from: call.address,
      requestToken: call.requestToken,
    });
    if (wrong !== undefined) return wrong;
    const made = await this.create(loginOf(address), passwordHash, opening, call);
    // Another request with the same code was faster, so this one is used up.
    if (made === 'overtaken') return refuse('code.wrong', { field: 'code' });
    if (isRefusal(made)) return made;
    return entry.enter({ ...made, lang: call.lang, passwordHash, opening }, proof, call);
  }

  /** The agreement and the data of every new account, after any kind of proof. */
  private async opening(request: {
    country: string;
    invitationCode: string;
    agreement: string;
  }): Promise<Opening | Refusal> {
    const { country, invitationCode, agreement } = request;
    if (country === '') return refuse('account.country-required', { field: 'country' });
    if (!isCountry(country)) return refuse('account.country-unknown', { field: 'country' });
    const { name, version, values } = this.policies.inForce('registration.rules');
    const code = invitationCode.trim();
    if (code === '' && values.invitationRequired)
      return refuse('invitation.required', { field: 'invitationCode', policy: name, version });
    const invitedBy = code === '' ? null : await this.invitations.inviterOf(code);
    if (invitedBy === undefined) return refuse('invitation.unknown', { field: 'invitationCode' });
    if (agreement !== 'yes') return refuse('account.agreement-missing', { field: 'agreement' });
    const agreed = await this.agreements.current();
    return { country, invitedBy, agreement: agreed, policy: { name, version, inputs: values } };
  }

  /** `overtaken` where another request made the account of this login. */
  private async create(login: Login, passwordHash: string | null, opening: Opening, caller: LoginCaller) {
    const { logins, ids, entry } = this;
    const userId = ids.next('real');
    const person = {
      userId,
      login,
      passwordHash,
      lang: caller.lang,
      opening,
      requestMark: this.markOf(caller.requestToken),
    };
    if (!(await logins.create(person))) return 'overtaken';
    return (
      (await entry.open({ userId, lang: caller.lang, passwordHash, opening }, caller.requestToken?.cause)) ?? { userId }
    );
  }

  private async codeToBind(call: CallContext<typeof getCode>, userId: string): Promise<CodeSentView | Refusal> {
    const address = this.address(call.input.account, call.input.country);
    if (isRefusal(address)) return address;
    const owner = await this.logins.find(loginOf(address));
    const isTaken = owner !== undefined && owner.userId !== userId;
    const request = { purpose: 'bind-contact', address, lang: call.lang, from: call.address, userId } as const;
    return this.codes.issue({ ...request, ...(isTaken ? { insteadOfCode: 'contact-taken' } : {}) });
  }

  private markOf(requestToken: RequestToken | undefined): string | undefined {
    if (requestToken?.key === undefined) return undefined;
    return this.vault.fingerprint('login', `request/${requestToken.key}`);
  }
}

function isOwn(purpose: CodePurpose): boolean {
  return (OWN_CODE_PURPOSES as readonly string[]).includes(purpose);
}
