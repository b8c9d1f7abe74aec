import { describe, expect, it } from '@jest/globals';
import { resolve } from 'node:path';
import { readConfig } from './config.js';

const problemsOf = (env: Record<string, string>): string[] => {
  const read = readConfig(env);
  return 'problems' in read ? read.problems : [];
};

describe('the configuration', () => {
  it('needs nothing: every variable has a default', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      databaseUrl: null,
      databasePoolSize: 16,
      dataDir: resolve('.data'),
      logLevel: 'info',
      nodeEnv: 'production',
      personalKey: null,
      redisUrl: null,
      marketEpochHours: 4,
      instruments: 'whole',
      drandUrl: null,
      publicUrl: null,
      metricsToken: null,
      trustProxy: false,
      shutdownTimeoutSeconds: 10,
      requestsPerAddress: 300,
      requestsPerSession: 100,
      demoAccountsPerAddress: 60,
      loginsPerAddress: 120,
      smtpUrl: null,
      mailFrom: 'no-reply@glassbook.invalid',
    });
  });

  it.each([
    ['PORT', '0', { port: 0 }],
    ['PORT', ' 9000 ', { port: 9000 }],
    ['PORT', '', { port: 8080 }],
    ['HOST', '::', { host: '::' }],
    ['DATABASE_URL', 'postgres://u:p@db:5432/x', { databaseUrl: 'postgres://u:p@db:5432/x' }],
    ['DATA_DIR', '/srv/glassbook', { dataDir: resolve('/srv/glassbook') }],
    ['LOG_LEVEL', 'silent', { logLevel: 'silent' }],
    ['PERSONAL_KEY', `${'A'.repeat(43)}=`, { personalKey: `${'A'.repeat(43)}=` }],
    ['REDIS_URL', 'rediss://cache:6380', { redisUrl: 'rediss://cache:6380' }],
    ['METRICS_TOKEN', 'a-token-of-enough-letters', { metricsToken: 'a-token-of-enough-letters' }],
    ['MARKET_EPOCH_HOURS', '24', { marketEpochHours: 24 }],
    ['INSTRUMENTS', 'curated', { instruments: 'curated' }],
    ['DRAND_URL', `https://api.drand.sh/${'5b'.repeat(32)}/`, { drandUrl: `https://api.drand.sh/${'5b'.repeat(32)}` }],
    ['PUBLIC_URL', 'https://exchange.example/', { publicUrl: 'https://exchange.example' }],
    ['SMTP_URL', 'smtp://mail.example:25', { smtpUrl: 'smtp://mail.example:25' }],
    ['MAIL_FROM', 'desk@exchange.example', { mailFrom: 'desk@exchange.example' }],
    ['TRUST_PROXY', 'true', { trustProxy: true }],
    ['TRUST_PROXY', '2', { trustProxy: 2 }],
    ['TRUST_PROXY', '10.0.0.0/8,::1', { trustProxy: '10.0.0.0/8,::1' }],
  ])('reads %s=%j', (name, value, expected) => {
    expect(readConfig({ [name]: value })).toMatchObject(expected);
  });

  it.each([
    ['PORT', '80a', 'PORT is "80a"; allowed is a whole number from 0 to 65535.'],
    ['PORT', '65536', 'PORT is "65536"; allowed is a whole number from 0 to 65535.'],
    ['PORT', '-1', 'PORT is "-1"; allowed is a whole number from 0 to 65535.'],
    ['PORT', '8e3', 'PORT is "8e3"; allowed is a whole number from 0 to 65535.'],
    ['HOST', 'a b', 'HOST is "a b"; allowed is an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0.'],
    ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud"; allowed is fatal, error, warn, info, debug, trace or silent.'],
    ['NODE_ENV', 'prod', 'NODE_ENV is "prod"; allowed is production, development or test.'],
    ['MARKET_EPOCH_HOURS', '5', 'MARKET_EPOCH_HOURS is "5"; allowed is 1, 2, 3, 4, 6, 8, 12 or 24.'],
    [
      'DRAND_URL',
      'https://api.drand.sh',
      'DRAND_URL is "https://api.drand.sh"; allowed is an address like https://api.drand.sh/<hash of the chain>, which has 64 hex digits.',
    ],
    ['PUBLIC_URL', 'ftp://x', 'PUBLIC_URL is "ftp://x"; allowed is an address like https://exchange.example.'],
    ['DATABASE_POOL_SIZE', '1', 'DATABASE_POOL_SIZE is "1"; allowed is a whole number from 4 to 200.'],
    ['SHUTDOWN_TIMEOUT_SECONDS', '0', 'SHUTDOWN_TIMEOUT_SECONDS is "0"; allowed is a whole number from 1 to 300.'],
    [
      'TRUST_PROXY',
      'maybe',
      'TRUST_PROXY is "maybe"; allowed is true, false, a number of proxies from 1 to 10, or a list of addresses with commas between.',
    ],
  ])('refuses %s=%j in one sentence', (name, value, sentence) => {
    expect(problemsOf({ [name]: value })).toEqual([sentence]);
  });

  it.each(['mysql://u:secret@h/x', 'postgres://u:secret@h', 'u:secret@h/x'])(
    'refuses DATABASE_URL=%s without repeating its password',
    (value) => {
      expect(problemsOf({ DATABASE_URL: value })).toEqual([
        'DATABASE_URL is not a valid address; allowed is an address like postgresql://user:password@host:5432/database.',
      ]);
    },
  );

  it('refuses a wrong PERSONAL_KEY without repeating it', () => {
    expect(problemsOf({ PERSONAL_KEY: 'hunter2' })).toEqual([
      'PERSONAL_KEY is not a valid key; allowed is 32 bytes in base64, as `openssl rand -base64 32` prints them.',
    ]);
  });

  it('refuses a wrong METRICS_TOKEN without repeating it', () => {
    expect(problemsOf({ METRICS_TOKEN: 'hunter2' })).toEqual([
      'METRICS_TOKEN is not a valid token; allowed is 16 to 200 letters, digits, dashes and underscores.',
    ]);
  });

  it('names every wrong variable at once', () => {
    expect(problemsOf({ PORT: 'x', LOG_LEVEL: 'x', SMTP_URL: 'x' }).map((line) => line.split(' ')[0])).toEqual([
      'PORT',
      'LOG_LEVEL',
      'SMTP_URL',
    ]);
  });
});
