import { REVIEW_QUEUES, STAFF_ROLES, type ReviewQueue, type StaffRole } from '../../contracts/staff.contract.js';
import { Clock } from '../../server/core/clock.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { isRefusal, type Refusal } from '../../server/core/refusal.js';
import { stepAt, totpAt } from '../../server/edge/auth/totp.js';
import type { StaffSession } from '../../server/edge/http/sessions.js';
import { StaffAccounts } from '../../server/staff/staff-accounts.js';
import { StaffSelf } from '../../server/staff/staff-self.js';
import { StaffSessions } from '../../server/staff/staff-sessions.js';
import type { StartedApp } from './app.js';
import { openPerson } from './person.js';

/** Every kind of caller: a visitor, the users, each role of the staff, a reviewer without a queue. */
export const ACTORS = ['visitor', 'demo', 'demo-expired', 'real', 'frozen', ...STAFF_ROLES, 'reviewer-idle'] as const;
export type Actor = (typeof ACTORS)[number];
export type StaffActor = StaffRole | 'reviewer-idle';

const DAYS_90_MS = 90 * 86_400_000;

/** Sessions of every kind of actor in one app: fresh ones, so that what a call does to one spoils no other. */
export class Actors {
  private readonly staff = new Map<StaffActor, Promise<string>>();
  private identifier: Promise<string> | undefined;
  /** The writer's time never goes back, so each life that is ended takes it further. */
  private ahead = 0;

  constructor(private readonly started: StartedApp) {}

  /** `''` for a visitor. */
  async token(actor: Actor): Promise<string> {
    switch (actor) {
      case 'visitor':
        return '';
      case 'demo':
        return (await this.demo()).token;
      case 'demo-expired':
        return this.expired();
      case 'real':
        return (await openPerson(this.started)).token;
      case 'frozen':
        return this.frozen();
      default:
        return this.staffSession(actor);
    }
  }

  async demo(): Promise<{ token: string; userId: string }> {
    const answer = await fetch(`${this.started.url}/web/tempLogin`);
    return ((await answer.json()) as { data: { token: string; userId: string } }).data;
  }

  /** A session of a member whose account is set up: own password, own authenticator. */
  async staffSession(actor: StaffActor): Promise<string> {
    const staffId = await this.staffId(actor);
    const role = actor === 'reviewer-idle' ? 'reviewer' : actor;
    const sessions = this.get<StaffSessions>(StaffSessions);
    const { token } = await sessions.begin({
      staffId,
      name: actor,
      roles: [role],
      queues: queuesOf(actor),
      setup: null,
    });
    return token;
  }

  /** A session of the reviewer who identifies people, and therefore pays none of them: `reviewer` does. */
  async identifierSession(): Promise<string> {
    this.identifier ??= this.hireAs('the-identifier', 'reviewer', ['identity']);
    const [staffId, queues] = [await this.identifier, ['identity' as const]];
    const known = { staffId, name: 'identifier', roles: ['reviewer' as const], queues, setup: null };
    return (await this.get<StaffSessions>(StaffSessions).begin(known)).token;
  }

  /** The account of the staff that has the actor's role; one for all its sessions, because hashing takes long. */
  staffId(actor: StaffActor): Promise<string> {
    const known = this.staff.get(actor) ?? this.hire(actor);
    this.staff.set(actor, known);
    return known;
  }

  private hire(actor: StaffActor): Promise<string> {
    return this.hireAs(`the-${actor}`, actor === 'reviewer-idle' ? 'reviewer' : actor, queuesOf(actor));
  }

  private async hireAs(name: string, role: StaffRole, queues: ReviewQueue[]): Promise<string> {
    const made = await this.get<StaffAccounts>(StaffAccounts).create({ name, role, queues, by: '' });
    if (made === undefined) throw new Error('the name is taken');
    const { staffId, password } = made;
    await this.settleIn({ id: '', staffId, name, roles: [role], queues, setup: 'password', expiresAt: 0 }, password);
    return staffId;
  }

  /** What the owner of a new account does first: a password of their own, then an authenticator. */
  private async settleIn(session: StaffSession, password: string): Promise<void> {
    const self = this.get<StaffSelf>(StaffSelf);
    const address = '10.0.0.1';
    mustPass(await self.changePassword(session, { password, newPassword: `${password} of my own` }, address));
    const begun = mustPass(await self.beginFactor({ ...session, setup: 'factor' }, {}, address));
    const code = totpAt(begun.secret, stepAt(this.get<Clock>(Clock).now()));
    mustPass(await self.confirmFactor(session, code));
  }

  private async expired(): Promise<string> {
    const { token, userId } = await this.demo();
    await this.happen('demo', 'ExpireDemo', { userId, generation: 1 }, Date.now() + (this.ahead += DAYS_90_MS));
    return token;
  }

  /** A frozen account keeps no session by itself, so one stays behind its back: the doors must hold all the same. */
  private async frozen(): Promise<string> {
    const { token, userId } = await openPerson(this.started);
    await this.happen('real', 'FreezeAccount', { userId, by: 'owner', reason: null, mayRead: false }, Date.now());
    return token;
  }

  private async happen(
    realm: string,
    type: string,
    data: object & { userId: string } & Record<string, unknown>,
    at: number,
  ): Promise<void> {
    const done = await this.get<Writers>(Writers).execute(realm, {
      type,
      data,
      at,
      actor: `user:${data.userId}`,
    });
    if (!done.ok) throw new Error(done.refusal.refusal);
  }

  private get<Part>(token: unknown): Part {
    return this.started.app.get<Part>(token as string, { strict: false });
  }
}

function queuesOf(actor: StaffActor): ReviewQueue[] {
  return actor === 'reviewer' ? [...REVIEW_QUEUES] : [];
}

function mustPass<Answer>(answer: Answer | Refusal): Answer {
  if (isRefusal(answer)) throw new Error(answer.refusal);
  return answer;
}
