import { Global, Module } from '@nestjs/common';
import type { Pool } from 'pg';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { Vault } from '../../core/person.js';
import type { PolicySource } from '../../core/policy.js';
import { CLOCK, HASHING, LOGINS, PG_POOL, POLICY_SOURCE, VAULT } from '../../core/tokens.js';
import { RateLimits } from '../http/rate-limits.js';
import { Credentials } from './credentials.js';
import { KnownDevices } from './known-devices.js';
import { LoginTable } from './logins.js';
import { Passwords } from './passwords.js';
import { Tries } from './tries.js';

/** Passwords, logins and locks of people: one queue for all hashing. */
@Global()
@Module({
  providers: [
    { provide: Passwords, useFactory: () => new Passwords() },
    { provide: HASHING, useExisting: Passwords },
    {
      provide: Tries,
      inject: [PG_POOL, POLICY_SOURCE, CLOCK],
      useFactory: (pool: Pool, policies: PolicySource<KnownPolicies>, clock: Clock) => new Tries(pool, policies, clock),
    },
    {
      provide: LoginTable,
      inject: [PG_POOL, VAULT, Passwords, CLOCK],
      useFactory: (pool: Pool, vault: Vault, passwords: Passwords, clock: Clock) =>
        new LoginTable(pool, vault, passwords, clock),
    },
    { provide: LOGINS, useExisting: LoginTable },
    {
      provide: KnownDevices,
      inject: [PG_POOL, VAULT, CLOCK],
      useFactory: (pool: Pool, vault: Vault, clock: Clock) => new KnownDevices(pool, vault, clock),
    },
    {
      provide: Credentials,
      inject: [LoginTable, Passwords, Tries, KnownDevices, RateLimits],
      useFactory: (logins: LoginTable, passwords: Passwords, tries: Tries, devices: KnownDevices, limits: RateLimits) =>
        new Credentials({ logins, passwords, tries, devices, limits }),
    },
  ],
  exports: [Passwords, HASHING, Tries, LoginTable, LOGINS, KnownDevices, Credentials],
})
export class AuthModule {}
