import sharp from 'sharp';
import type { EnteredView } from '../../contracts/account.contract.js';
import type { UploadedImageView } from '../../contracts/personal.contract.js';
import type { StaffPasswordView } from '../../contracts/staff-lists.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import type { CallName, DataOf } from './calls.js';
import type { Canary } from './canaries.js';
import type { MoneyTexts } from './canary-money.js';
import { codeTo, ownCode } from './people.js';
import { TestWallet } from './wallets.js';
import type { startStaffed } from './staff-client.js';
import type { Answered } from './answered.js';
import { Trader } from './trader.js';

export type Desk = Awaited<ReturnType<typeof startStaffed>>;

/** All personal data of a person, in unique words. */
export interface Profile {
  name: string;
  first: string;
  /** The contact that the person links later, and the one after it. */
  second: string;
  third: string;
  passwords: readonly [string, string, string];
  tradePasswords: readonly [string, string, string];
  nickname: string;
  realName: string;
  documentNumber: string;
  birthDate: string;
  line1: string;
  line2: string;
  answers: { friend: string; idol: string; place: string };
  exif: string;
  fileName: string;
  note: string;
  money: MoneyTexts;
  wallet: number;
}

export interface Member {
  trader: Trader;
  userId: string;
  password: string;
  /** What replaces the authenticator, once each. */
  recovery: string[];
}

/** Goes through every action of a person on their account, and notes every secret that comes up. */
export class Journeys {
  readonly canaries: Canary[] = [];
  /** Images as the reviewer got them. */
  readonly seen: Buffer[] = [];
  private requests = 0;

  constructor(private readonly desk: Desk) {}

  add(name: string, text: string, kind: Canary['kind'] = 'text'): string {
    if (!this.canaries.some((known) => known.text === text)) this.canaries.push({ name, text, kind });
    return text;
  }

  /** Each change carries a token, so that answers stored for repeats are searched as well. */
  async post<Name extends CallName>(
    trader: Trader,
    call: Name,
    form: Record<string, string>,
  ): Promise<Answered<DataOf<Name>>> {
    return trader.post(call, { ...form, requestToken: `canary-${(this.requests += 1)}` });
  }

  async done<Name extends CallName>(trader: Trader, call: Name, form: Record<string, string>): Promise<DataOf<Name>> {
    const { refusal, data, params } = await this.post(trader, call, form);
    if (refusal !== '') throw new Error(`${call}: ${refusal} ${JSON.stringify(params)}`);
    return data;
  }

  async refused(trader: Trader, call: CallName, form: Record<string, string>): Promise<void> {
    const { refusal } = await this.post(trader, call, form);
    if (!/wrong|unchanged/.test(refusal)) throw new Error(`${call} was answered ${refusal || 'as if it were right'}`);
  }

  /** The first log-in of everybody on the staff, wrong tries, and a password and an authenticator that were lost. */
  async staff(): Promise<readonly [string, string, string]> {
    const { desk } = this;
    const token = desk.tokens.get('admin') ?? '';
    const asAdmin = <Body>(path: string, body: object) => desk.post<Body>(path, body, { token });
    const reviewer = async (name: string, queues: string[]): Promise<StaffPasswordView> => {
      const { body } = await asAdmin<StaffPasswordView>('createMember', { name, role: 'reviewer', queues });
      this.add('staff: password told', body.password);
      return body;
    };
    // Who identifies people does not pay them.
    const made = await reviewer('canary-ira', ['identity']);
    const payers = [
      await reviewer('canary-uma', ['c2c', 'withdrawal', 'credit']),
      await reviewer('canary-ada', ['c2c']),
    ] as const;
    for (const { name, password: initial } of payers) await desk.enter(name, initial);
    await desk.post('login', { name: made.name, password: 'a wrong staff password' });
    await desk.enter(made.name, made.password);
    const { password } = desk.keys.get(made.name) ?? { password: '' };
    await desk.post('login', { name: made.name, password, code: '000000' });
    const { body: lost } = await asAdmin<StaffPasswordView>('createMember', { name: 'canary-lost', role: 'support' });
    this.add('staff: password told', lost.password);
    await desk.enter(lost.name, lost.password);
    await asAdmin('resetMemberFactor', { staffId: lost.staffId });
    const reset = await asAdmin<StaffPasswordView>('resetMemberPassword', { staffId: lost.staffId });
    this.add('staff: password told', reset.body.password);
    for (const [name, keys] of desk.keys) {
      this.add(`staff ${name}: password`, keys.password);
      this.add(`staff ${name}: authenticator`, keys.secret);
      for (const code of keys.recovery) this.add(`staff ${name}: recovery code`, code);
    }
    for (const [name, each] of desk.tokens) this.add(`staff ${name}: session`, each, 'token');
    const [ira = '', uma = '', ada = ''] = [made, ...payers].map(({ name }) => desk.tokens.get(name));
    return [ira, uma, ada];
  }

  /** Registers, logs in rightly and wrongly, changes the password, forgets it. */
  async enter(of: Profile): Promise<Member> {
    this.note(of);
    const { started } = this.desk;
    const visitor = new Trader(started);
    const [password, changed, renewed] = of.passwords;
    const account = of.first;
    const code = await this.code(of, 'register', account);
    const form = { account, country: 'DE', password, confirmPassword: password, agreement: 'yes' };
    await this.refused(visitor, 'userRegister', { ...form, code: otherThan(code) });
    const made = await this.done(visitor, 'userRegister', { ...form, code });
    const trader = this.in(of, made);
    await this.refused(visitor, 'userLogin', { account, password: `${password}x` });
    const passwords = { oldPassword: password, password: changed, confirmPassword: changed };
    await this.done(trader, 'updatePassword', passwords);
    this.in(of, await this.done(visitor, 'userLogin', { account, password: changed }));
    const forgot = await this.code(of, 'forgot-password', account);
    const reset = { account, password: renewed, confirmPassword: renewed };
    await this.refused(visitor, 'resetPassword', { ...reset, code: otherThan(forgot) });
    await this.done(visitor, 'resetPassword', { ...reset, code: forgot });
    const again = this.in(of, await this.done(visitor, 'userLogin', { account, password: renewed }));
    return { trader: again, userId: again.userId, password: renewed, recovery: [] };
  }

  /** Links a second contact, changes it, answers the questions, and takes a name. */
  async name(of: Profile, { trader, password }: Member): Promise<void> {
    const isEmail = of.second.includes('@');
    const kind = isEmail ? 'email' : 'phone';
    const open = { kind, password };
    const bind = async (address: string, form: Record<string, string>): Promise<void> => {
      const { ticket } = await this.done(trader, 'openContactChange', form);
      this.add(`${of.name}: ticket`, ticket);
      const code = await this.code(of, 'bind-contact', address, trader);
      await this.refused(trader, 'changeContact', { kind, ticket, address, code: otherThan(code) });
      await this.done(trader, 'changeContact', { kind, ticket, address, code });
    };
    await bind(of.second, open);
    // Five wrong proofs would lock: the one of the questions, of trading and of the authenticator follow.
    await this.done(trader, 'setSecurityQuestions', { ...of.answers, password });
    await this.refused(trader, 'openContactChange', { ...open, ...of.answers, idol: 'somebody else' });
    await bind(of.third, { ...open, ...of.answers });
    await this.done(trader, 'changeName', { name: of.nickname, password });
  }

  /** Sets, changes, forgets and shows the trade password. */
  async tradePassword(of: Profile, { trader, password }: Member): Promise<void> {
    const [first, changed, renewed] = of.tradePasswords;
    await this.done(trader, 'setTradePassword', { tradePassword: first, password });
    await this.refused(trader, 'unlockTrading', { tradePassword: changed });
    await this.done(trader, 'changeTradePassword', { oldTradePassword: first, tradePassword: changed });
    const target = of.first.includes('@') ? 'email' : 'phone';
    const sent = await ownCode(this.desk.started, trader, of.first, { purpose: 'trade-password', target });
    const code = this.add(`${of.name}: code trade-password`, sent, 'digits');
    await this.done(trader, 'resetTradePassword', { tradePassword: renewed, target, code, password });
    await this.done(trader, 'unlockTrading', { tradePassword: renewed });
  }

  async wallet(of: Profile, { trader, password }: Member): Promise<void> {
    const wallet = new TestWallet(of.wallet);
    this.add(`${of.name}: wallet`, wallet.address);
    this.add(`${of.name}: wallet without 0x`, wallet.address.slice(2));
    const form = { purpose: 'bind', address: wallet.address, domain: new URL(this.desk.started.url).host };
    const { nonce, message } = (await trader.get('getWalletChallenge', form)).data;
    await this.done(trader, 'bindWallet', { nonce, signature: wallet.sign(message), password });
  }

  /** Google verification, then a log-in by the authenticator, by a recovery code, and a frozen account. */
  async google(of: Profile, member: Member): Promise<Member> {
    const { trader, password } = member;
    const setup = await this.done(trader, 'setUpGoogle', { password });
    const secret = this.add(`${of.name}: authenticator`, setup.secret);
    const { setupId } = setup;
    const step = stepAt(Date.now());
    const [first, second] = [step, step + 1].map((at) => this.add(`${of.name}: step`, totpAt(secret, at), 'digits'));
    await this.refused(trader, 'bindGoogle', { setupId, code: otherThan(first ?? ''), password });
    const bound = await this.done(trader, 'bindGoogle', { setupId, code: first ?? '', password });
    for (const code of bound.codes) this.add(`${of.name}: recovery code`, code);
    const recovery = [...bound.codes];
    const visitor = new Trader(this.desk.started);
    const login = { account: of.first, password };
    await this.refused(visitor, 'userLogin', { ...login, googleCode: otherThan(second ?? '') });
    this.in(of, await this.done(visitor, 'userLogin', { ...login, googleCode: second ?? '' }));
    const logged = await this.done(visitor, 'userLogin', { ...login, googleCode: recovery.pop() ?? '' });
    const freezer = this.in(of, logged);
    await this.done(freezer, 'freezeAccount', { password, googleCode: recovery.pop() ?? '' });
    const code = await this.code(of, 'unfreeze-account', of.first);
    await this.done(visitor, 'unfreezeAccount', { ...login, code, googleCode: recovery.pop() ?? '' });
    const again = await this.done(visitor, 'userLogin', { ...login, googleCode: recovery.pop() ?? '' });
    return { ...member, trader: this.in(of, again), recovery };
  }

  /** Three levels of identity, one of them rejected with a note and sent again; a proof for the credit score; the questionnaire. */
  async identity(of: Profile, { trader }: Member, reviewer: string, payer: string): Promise<void> {
    const front = await this.image(of, trader, 'document-front');
    const held = await this.image(of, trader, 'document-held');
    const { realName, documentNumber, birthDate, line1, line2 } = of;
    const primary = { country: 'DE', documentType: '2', realName, documentNumber, birthDate, front, held };
    await this.decided(trader, 'submitPrimary', primary, { reviewer, reasons: ['other'], note: of.note });
    await this.decided(trader, 'submitPrimary', primary, { reviewer });
    const answers = { occupation: 'technology', monthlyIncome: 'i3000', wealthSource: 'salary' };
    const proof = await this.image(of, trader, 'asset-proof');
    const advanced = { ...answers, expectedAmount: 'a1000', assetProof: 'bankDeposit', proof };
    await this.decided(trader, 'submitAdvanced', advanced, { reviewer });
    const bill = await this.image(of, trader, 'address-proof');
    const address = { country: 'DE', line1, line2, city: 'Köln', postalCode: '50667', billKind: 'utility' };
    await this.decided(trader, 'submitAddress', { ...address, proof: bill }, { reviewer });
    const images = await this.image(of, trader, 'credit-proof');
    await this.decided(trader, 'submitCreditProof', { proof: 'income', images }, { reviewer: payer });
    const declarations = { truthful: 'yes', mayLose: 'yes', capKnown: 'yes' };
    const choices = { purpose: '6', investment: '4', amount: '6', monthly: '4', occupation: '1' };
    await this.done(trader, 'submitQuestionnaire', { ...choices, ...declarations });
  }

  private async decided(
    trader: Trader,
    call: 'submitPrimary' | 'submitAdvanced' | 'submitAddress' | 'submitCreditProof',
    form: Record<string, string>,
    { reviewer, reasons = [], note = '' }: { reviewer: string; reasons?: string[]; note?: string },
  ): Promise<void> {
    const { requestId } = await this.done(trader, call, form);
    const token = { token: reviewer };
    await this.desk.post('claimReview', { requestId }, token);
    // Deciding needs every image opened first.
    const { body: request } = await this.desk.read<ReviewView>(`reviews/${requestId}`, reviewer);
    for (const { id } of request.details?.images ?? []) this.seen.push(await this.imageFor(reviewer, id, requestId));
    const verdict = reasons.length === 0 ? 'approved' : 'rejected';
    const decision = { requestId, verdict, reasons, note, checks: request.details?.checks ?? [] };
    const { status, body } = await this.desk.post('decideReview', decision, token);
    if (status !== 200) throw new Error(`${call}: ${JSON.stringify(body)}`);
  }

  private async imageFor(reviewer: string, id: string, requestId: string): Promise<Buffer> {
    const url = `${this.desk.started.url}/staff/images/${id}?requestId=${requestId}`;
    const answer = await fetch(url, { headers: { authorization: `Bearer ${reviewer}` } });
    if (answer.status !== 200) throw new Error(await answer.text());
    return Buffer.from(await answer.arrayBuffer());
  }

  async image(of: Profile, { token }: Trader, purpose: string): Promise<string> {
    const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
    const picture = sharp({ create: { width: 800, height: 600, channels: 3, background: '#345', noise } });
    const tags = { IFD0: { ImageDescription: of.exif, Artist: of.exif }, IFD3: { GPSLatitudeRef: 'N' } };
    const bytes = await picture.withExif(tags).jpeg().toBuffer();
    if (!bytes.includes(of.exif)) throw new Error('the photograph carries no text');
    const form = new FormData();
    form.append('file', new Blob([new Uint8Array(bytes)]), of.fileName);
    const url = `${this.desk.started.url}/web/uploadImage?purpose=${purpose}`;
    const answer = await fetch(url, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    const { data } = (await answer.json()) as { data: UploadedImageView };
    if (data.id === undefined) throw new Error(JSON.stringify(data));
    return data.id;
  }

  private async code(of: Profile, purpose: string, account: string, by?: Trader): Promise<string> {
    const code = await codeTo(this.desk.started, account, purpose, by);
    return this.add(`${of.name}: code ${purpose} ${this.canaries.length}`, code, 'digits');
  }

  private in(of: Profile, { token, userId }: EnteredView): Trader {
    this.add(`${of.name}: session`, token, 'token');
    return new Trader(this.desk.started, token, userId);
  }

  private note(of: Profile): void {
    const { name, answers } = of;
    for (const each of [of.first, of.second, of.third])
      this.add(`${name}: ${each.includes('@') ? 'e-mail' : 'phone'}`, each, each.includes('@') ? 'text' : 'phone');
    for (const each of of.passwords) this.add(`${name}: password`, each);
    for (const each of of.tradePasswords) this.add(`${name}: trade password`, each, 'digits');
    for (const [question, answer] of Object.entries(answers)) this.add(`${name}: answer ${question}`, answer);
    const { nickname, realName, documentNumber, birthDate, line1, line2, exif, fileName, note } = of;
    const texts = { nickname, realName, documentNumber, birthDate, line1, line2, exif, fileName, note, ...of.money };
    for (const [field, text] of Object.entries(texts)) this.add(`${name}: ${field}`, text);
  }
}

/** Six digits or a code that is surely wrong, and begins alike. */
function otherThan(code: string): string {
  const last = code.at(-1) ?? '0';
  return `${code.slice(0, -1)}${last === '7' ? '3' : '7'}`;
}
