import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { LookupKey } from '../../contracts/staff-lists.contract.js';
import { SimulatedChain } from '../core/ports/chain.js';
import { Vault } from '../core/ports/vault.js';
import type { PersonFinder } from '../core/person-facts.js';
import { isRefusal } from '../core/refusal.js';
import { addressOf } from '../edge/auth/contact.js';
import { loginOf, LoginTable } from '../edge/auth/logins.js';
import { normalName } from '../features/identity/name.rules.js';
import { ProjectionRunner } from '../engine/projections/runner.js';
import { declared } from '../features.js';
import { addressIdOf } from '../features/deposit/address.decider.js';

/** Many people may share a name; above this number the name alone is no result. */
const PERSONS_MAX = 20;
const finders = declared.flatMap(({ finds = [] }) => finds);
const READ_MODELS = ['users', ...finders.map(({ readModel }) => readModel)];
/** A slow answer is better than none. */
const FRESHEN_MS = 1_000;

/**
 * Finds the owner of an e-mail address, phone number, name, IBAN or network address. Every look-up is by fingerprint: nothing
 * personal is read in the clear, and a part of a text finds no one.
 */
@Injectable()
export class PersonLookup {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly vault: Vault,
    private readonly logins: LoginTable,
    private readonly chain: SimulatedChain,
  ) {}

  async find(text: string): Promise<{ by: LookupKey; userIds: string[] }> {
    await Promise.all(READ_MODELS.map((name) => this.projections.upToDate(name, 'real', FRESHEN_MS)));
    const contact = addressOf(text);
    if (!isRefusal(contact)) {
      const { kind } = contact;
      return { by: kind === 'sms' ? 'phone' : 'email', userIds: await this.byLogin(loginOf(contact)) };
    }
    const networks = this.chain.networks().filter(({ id }) => this.chain.addressProblem(id, text) === undefined);
    if (networks.length > 0) return { by: 'address', userIds: await this.byAddress(text, networks) };
    const iban = text.replace(/\s/g, '').toUpperCase();
    if (/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(iban)) return { by: 'iban', userIds: await this.byIban(iban) };
    return {
      by: 'name',
      userIds: await this.byFingerprint('name', [this.vault.fingerprint('name', normalName(text))]),
    };
  }

  private byLogin(login: Parameters<LoginTable['fingerprintOf']>[0]): Promise<string[]> {
    return this.userIds('SELECT user_id FROM logins WHERE fingerprint = $1', [this.logins.fingerprintOf(login)]);
  }

  /** Wallets to log in with, deposit addresses, saved addresses and what was paid to. */
  private async byAddress(text: string, networks: readonly { id: string }[]): Promise<string[]> {
    const { vault, chain } = this;
    const normal = networks.map(({ id }) => [id, chain.normalAddress(id, text)] as const);
    const [wallets, deposits, payees] = await Promise.all([
      this.byLogin({ kind: 'wallet', text: text.toLowerCase() }),
      this.userIds(
        `SELECT data::jsonb ->> 'userId' AS user_id FROM events
          WHERE realm = 'real' AND stream = ANY ($1) AND version = 1`,
        [normal.map(([network, address]) => `depositAddress-${addressIdOf(network, address, null)}`)],
      ),
      this.byFingerprint(
        'payee',
        normal.map(([network, address]) => vault.fingerprint('payee', JSON.stringify([network, address, null]))),
      ),
    ]);
    return [...new Set([...wallets, ...deposits, ...payees])].slice(0, PERSONS_MAX);
  }

  private byIban(iban: string): Promise<string[]> {
    const named = [
      ['iban', iban],
      ['bank', iban],
    ];
    return this.byFingerprint(
      'payee',
      named.map((name) => this.vault.fingerprint('payee', JSON.stringify(name))),
    );
  }

  private byFingerprint(purpose: PersonFinder['purpose'], fingerprints: readonly string[]): Promise<string[]> {
    const found = finders.filter((finder) => finder.purpose === purpose);
    return this.userIds(found.map(({ sql }) => sql).join(' UNION '), [fingerprints]);
  }

  /** Erased people cannot be found any more. */
  private async userIds(sql: string, values: unknown[]): Promise<string[]> {
    const { rows } = await this.pool.query<{ user_id: string }>(
      `SELECT found.user_id FROM (${sql}) found
        WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.user_id = found.user_id AND u.status = 'erased')
        ORDER BY found.user_id LIMIT ${PERSONS_MAX}`,
      values,
    );
    return rows.map(({ user_id }) => user_id);
  }
}
