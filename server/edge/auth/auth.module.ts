import { Global, Module } from '@nestjs/common';
import { Credentials } from './credentials.js';
import { KnownDevices } from './known-devices.js';
import { LoginTable } from './logins.js';
import { Passwords } from './passwords.js';
import { Tries } from './tries.js';
import { Logins, Hashing } from '../../core/ports/logins.js';

/** Passwords, logins and locks of people: one queue for all hashing. */
@Global()
@Module({
  providers: [
    Passwords,
    { provide: Hashing, useExisting: Passwords },
    Tries,
    LoginTable,
    { provide: Logins, useExisting: LoginTable },
    KnownDevices,
    Credentials,
  ],
  exports: [Passwords, Hashing, Tries, LoginTable, Logins, KnownDevices, Credentials],
})
export class AuthModule {}
