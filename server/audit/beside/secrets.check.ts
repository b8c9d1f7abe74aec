import type { RecordedEvent } from '../../core/event.js';
import { CONTENT_ID_DIGITS, storedDigest, unlike } from '../../core/stored-digest.js';
import type { LoginPasswordChanged, RealAccountOpened } from '../../features/account/account.events.js';
import { securityKind, type SecurityState } from '../../features/security/security.decider.js';
import { BesideCheck, placeOf, type BesideParts, type Place } from './beside.js';

interface Password extends Place {
  readonly digest: string | null;
}

interface Secured extends Place {
  readonly state: SecurityState;
}

const OF_ACCOUNT = ['RealAccountOpened', 'LoginPasswordChanged', 'AccountErased'];
const OF_FACTORS = [
  ...['AuthenticatorBound', 'AuthenticatorUnbound', 'AuthenticatorRemoved', 'RecoveryCodesRenewed', 'TradePasswordSet'],
  'SecurityQuestionsSet',
];

const FACTORS = `SELECT id, user_id AS "userId", kind,
    id = 'factor-' || left(encode(sha256(convert_to(kind || '/' || user_id || '/' || sealed, 'UTF8')), 'hex'), ${CONTENT_ID_DIGITS}) AS right
  FROM factors`;

/** Whether the passwords and second factors of users are those that events brought into force. */
export class SecretsCheck extends BesideCheck {
  readonly types = [...OF_ACCOUNT, ...OF_FACTORS];
  private readonly passwords = new Map<string, Password>();
  private readonly secured = new Map<string, Secured>();

  constructor(parts: BesideParts) {
    super(parts, 'secrets');
  }

  take(event: RecordedEvent): void {
    const { userId } = event.data as { userId: string };
    if (OF_FACTORS.includes(event.type)) {
      const state = this.secured.get(userId)?.state ?? securityKind.initial(userId);
      this.secured.set(userId, { ...placeOf(event), state: securityKind.evolve(state, event) });
    } else if (event.type === 'AccountErased') {
      this.passwords.delete(userId);
      this.secured.delete(userId);
    } else {
      const { passwordDigest } = event.data as RealAccountOpened | LoginPasswordChanged;
      this.passwords.set(userId, { ...placeOf(event), digest: passwordDigest ?? null });
    }
  }

  async finish(): Promise<void> {
    await this.comparePasswords();
    await this.compareFactors();
  }

  private async comparePasswords(): Promise<void> {
    const { rows } = await this.parts.client.query<{ userId: string; hash: string | null }>(
      'SELECT user_id AS "userId", password_hash AS hash FROM credentials',
    );
    const hashes = new Map(rows.map(({ userId, hash }) => [userId, hash]));
    for (const [userId, password] of this.passwords) {
      if (!this.isSettled(password)) continue;
      const hash = hashes.get(userId) ?? null;
      const digest = hash === null ? null : storedDigest(userId, hash);
      if (digest === password.digest) continue;
      this.find(password, `${userId} has ${unlike('password', hash, password.digest)}`);
    }
  }

  private async compareFactors(): Promise<void> {
    const { rows } = await this.parts.client.query<{ id: string; userId: string; kind: string; right: boolean }>(
      FACTORS,
    );
    const kept = new Map(rows.map((row) => [row.id, row]));
    for (const [userId, secured] of this.secured) {
      if (!this.isSettled(secured)) continue;
      const { google, trade, questions } = secured.state;
      const inForce = [
        ['authenticator', google?.secret.id],
        ['recovery codes', google?.codes.id],
        ['trade password', trade?.id],
        ['security questions', questions?.id],
      ] as const;
      for (const [what, id] of inForce) {
        const row = id === undefined ? undefined : kept.get(id);
        if (id === undefined || (row?.right === true && row.userId === userId)) continue;
        this.find(
          secured,
          `${userId} has ${what} in force (${id}), and the row ${row === undefined ? 'is gone' : 'was changed'}`,
        );
      }
    }
  }
}
