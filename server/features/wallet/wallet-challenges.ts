import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { WalletChallengeView, WalletPurpose } from '../../../contracts/wallet.contract.js';
import { Clock } from '../../core/clock.js';
import type { Sealed } from '../../core/person.js';
import type { PersonalHolding } from '../../core/ports/personal-holdings.js';
import { Vault } from '../../core/ports/vault.js';
import { challengeText } from './wallet.rules.js';

/** Long enough to type 24 words, too short to be worth stealing. */
const LIFE_MS = 10 * 60_000;
const CONTEXT = 'wallet.challenge';

const STATEMENTS: Record<WalletPurpose, string> = {
  login: 'Log in to this simulation. Nothing is sent and nothing is paid.',
  bind: 'Make this wallet a way into my account in this simulation. Nothing is sent and nothing is paid.',
};

interface TakenChallenge {
  readonly message: string;
  /** In lower case. */
  readonly address: string;
}

/** Challenges that wait for a signature: each is taken once, by the first request. */
@Injectable()
export class WalletChallenges {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  /** `userId` is whom a binding is for: a message signed for one account binds no other. */
  async issue(request: {
    purpose: WalletPurpose;
    address: string;
    domain: string;
    userId: string | undefined;
  }): Promise<WalletChallengeView> {
    const { purpose, domain, userId } = request;
    const now = this.clock.now();
    const nonce = randomBytes(16).toString('hex');
    const address = request.address.toLowerCase();
    const scheme = /^(localhost|127\.|\[::1\])/.test(domain) ? 'http' : 'https';
    const message = challengeText({
      domain,
      address,
      statement: STATEMENTS[purpose],
      uri: `${scheme}://${domain}/login`,
      nonce,
      issuedAt: now,
      expiresAt: now + LIFE_MS,
    });
    await this.pool.query('DELETE FROM wallet_challenges WHERE expires_at <= $1', [now]);
    await this.pool.query(
      `INSERT INTO wallet_challenges (nonce, purpose, user_id, sealed, expires_at) VALUES ($1, $2, $3, $4, $5)`,
      [nonce, purpose, userId ?? null, this.seal({ message, address }), now + LIFE_MS],
    );
    return { nonce, message, expiresAt: now + LIFE_MS };
  }

  /**
   * The challenge, for this one request; `undefined` when it is unknown, taken, over, or for something else. `key` is the
   * request's idempotency key: a repeat takes it again, because the first answer may have been lost.
   */
  async take(
    nonce: string,
    request: { purpose: WalletPurpose; userId: string | undefined; key: string | undefined },
  ): Promise<TakenChallenge | undefined> {
    const { rows } = await this.pool.query<{ sealed: Sealed }>(
      `UPDATE wallet_challenges SET taken_by = $4
        WHERE nonce = $1 AND purpose = $2 AND expires_at > $5
          AND (taken_by = $4 OR (taken_by IS NULL AND user_id IS NOT DISTINCT FROM $3))
        RETURNING sealed`,
      [
        nonce,
        request.purpose,
        request.userId ?? null,
        request.key ?? `once:${randomBytes(9).toString('hex')}`,
        this.clock.now(),
      ],
    );
    const sealed = rows[0]?.sealed;
    return sealed && (JSON.parse(this.vault.openForHouse(CONTEXT, sealed)) as TakenChallenge);
  }

  /** Assigns the challenge to the account that it logged in to; until then its address has no owner. */
  async belongsTo(nonce: string, userId: string): Promise<void> {
    await this.pool.query('UPDATE wallet_challenges SET user_id = $2 WHERE nonce = $1', [nonce, userId]);
  }

  /** Erasing a person deletes their challenges; those of an address without an account expire. */
  readonly holding: PersonalHolding = {
    name: 'walletChallenges',
    tables: ['wallet_challenges'],
    shred: async (userId) => {
      await this.pool.query('DELETE FROM wallet_challenges WHERE user_id = $1', [userId]);
    },
  };

  /** The address has no account yet, but it is still personal data. */
  private seal(challenge: TakenChallenge): Sealed {
    return this.vault.sealForHouse(CONTEXT, JSON.stringify(challenge));
  }
}
