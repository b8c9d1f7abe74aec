import { resolve } from 'node:path';
import { z } from 'zod';

/** Everything that the environment decides, checked. Money, fees and limits are not here: those are policies. */
export abstract class Config {
  /** TCP port of the one listener; 0 takes a free one. */
  abstract port: number;
  /** Address to listen on; the default is reachable from this machine only. */
  abstract host: string;
  /** External PostgreSQL, or null for the embedded one. */
  abstract databaseUrl: string | null;
  /** Connections that the server may hold open to PostgreSQL. */
  abstract databasePoolSize: number;
  /** Absolute path of the folder for everything that must survive: embedded PostgreSQL, keys, uploads. */
  abstract dataDir: string;
  abstract logLevel: (typeof LOG_LEVELS)[number];
  abstract nodeEnv: (typeof NODE_ENVS)[number];
  /** The 32 bytes in base64 that protect personal data, or null for a file in `dataDir`. Several servers share one. */
  abstract personalKey: string | null;
  /** Needed only where several servers share the work. */
  abstract redisUrl: string | null;
  /** Length of a simulator epoch, after which its seed is revealed. Divides the day. */
  abstract marketEpochHours: (typeof EPOCH_HOURS)[number];
  /** Which instruments of the catalogue a server lists: the whole of it, or those whose every figure was kept by hand. */
  abstract instruments: (typeof INSTRUMENTS)[number];
  /** A chain of drand on one of its servers, for beacons from outside; null makes them of the users' histories. */
  abstract drandUrl: string | null;
  /** Address that users reach the server at, without a slash at the end; null derives it from host and port. */
  abstract publicUrl: string | null;
  /** The token for reading the metrics; null opens them to this machine alone. */
  abstract metricsToken: string | null;
  /** The proxies whose forwarded addresses are trusted: none, all, a number of them, or a list. */
  abstract trustProxy: boolean | number | string;
  /** How long requests in flight may take to end when the server stops. */
  abstract shutdownTimeoutSeconds: number;
  /** Points of calls that one client address may spend in a second; an order costs one. */
  abstract requestsPerAddress: number;
  /** Points of calls that one session may spend in a second. */
  abstract requestsPerSession: number;
  /** Mail server for e-mails; null leaves them in the outbox, where staff read them. */
  abstract smtpUrl: string | null;
  /** Sender of e-mails. */
  abstract mailFrom: string;
  /** Demo accounts that one client address may open or start anew in an hour. */
  abstract demoAccountsPerAddress: number;
  /** Log-ins of people on new devices that one client address may try in a minute, right or wrong. */
  abstract loginsPerAddress: number;
}

/** A configuration whose database is known: what the server itself is started with. */
export abstract class ServerConfig extends Config {
  abstract override databaseUrl: string;
}

/** What `start(config)` of server/main.ts answers once it serves. */
export interface Started {
  /** The port that it listens on. */
  port: number;
  /** Staff accounts made by this start, to be shown once; empty on every later start. */
  staffCredentials: readonly { login: string; password: string; role: string }[];
  /** Stops taking requests, lets those in flight end, writes what is pending and lets go of the database. */
  close(): Promise<void>;
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const NODE_ENVS = ['production', 'development', 'test'] as const;
const INSTRUMENTS = ['whole', 'curated'] as const;
const EPOCH_HOURS = [1, 2, 3, 4, 6, 8, 12, 24] as const;

interface Variable {
  /** Value when the variable is unset or empty. */
  fallback: unknown;
  /** What may be written, as the end of the sentence "… is allowed". */
  allowed: string;
  schema: z.ZodType;
}

const whole = (least: number, most: number): z.ZodType =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform((text) => Number.parseInt(text, 10))
    .pipe(z.int().min(least).max(most));

const address = (protocols: readonly string[]): z.ZodType =>
  z
    .string()
    .refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol) && new URL(text).host !== '');

const postgresAddress = address(['postgres:', 'postgresql:']).refine(
  (text) => new URL(String(text)).pathname.length > 1,
);

const trust = z.union([
  z.enum(['true', 'false']).transform((text) => text === 'true'),
  whole(1, 10),
  z.string().regex(/^[0-9a-fA-F.:/]*[.:][0-9a-fA-F.:/]*(,[0-9a-fA-F.:/]+)*$/),
]);

/** Every variable that the server reads, by name. */
export const VARIABLES = {
  PORT: { fallback: 8080, allowed: 'a whole number from 0 to 65535', schema: whole(0, 65_535) },
  HOST: {
    fallback: '127.0.0.1',
    allowed: 'an address or host name to listen on, such as 127.0.0.1 or 0.0.0.0',
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
  },
  DATABASE_URL: {
    fallback: null,
    allowed: 'an address like postgresql://user:password@host:5432/database',
    schema: postgresAddress,
  },
  DATABASE_POOL_SIZE: { fallback: 16, allowed: 'a whole number from 4 to 200', schema: whole(4, 200) },
  DATA_DIR: {
    fallback: resolve('.data'),
    allowed: 'the path of a folder',
    schema: z.string().transform((path) => resolve(path)),
  },
  LOG_LEVEL: { fallback: 'info', allowed: oneOf(LOG_LEVELS), schema: z.enum(LOG_LEVELS) },
  NODE_ENV: { fallback: 'production', allowed: oneOf(NODE_ENVS), schema: z.enum(NODE_ENVS) },
  PERSONAL_KEY: {
    fallback: null,
    allowed: '32 bytes in base64, as `openssl rand -base64 32` prints them',
    schema: z.string().regex(/^[A-Za-z0-9+/]{43}=$/),
  },
  REDIS_URL: {
    fallback: null,
    allowed: 'an address like redis://host:6379 or rediss://host:6379',
    schema: address(['redis:', 'rediss:']),
  },
  MARKET_EPOCH_HOURS: {
    fallback: 4,
    allowed: oneOf(EPOCH_HOURS.map(String)),
    schema: whole(1, 24).refine((hours) => EPOCH_HOURS.some((known) => known === hours)),
  },
  INSTRUMENTS: { fallback: 'whole', allowed: oneOf(INSTRUMENTS), schema: z.enum(INSTRUMENTS) },
  DRAND_URL: {
    fallback: null,
    allowed: 'an address like https://api.drand.sh/<hash of the chain>, which has 64 hex digits',
    schema: address(['http:', 'https:'])
      .transform((text) => String(text).replace(/\/+$/, ''))
      .pipe(z.string().regex(/^[^?#@]+\/[0-9a-f]{64}$/)),
  },
  PUBLIC_URL: {
    fallback: null,
    allowed: 'an address like https://exchange.example',
    schema: address(['http:', 'https:']).transform((text) => String(text).replace(/\/+$/, '')),
  },
  METRICS_TOKEN: {
    fallback: null,
    allowed: '16 to 200 letters, digits, dashes and underscores',
    schema: z.string().regex(/^[A-Za-z0-9_-]{16,200}$/),
  },
  TRUST_PROXY: {
    fallback: false,
    allowed: 'true, false, a number of proxies from 1 to 10, or a list of addresses with commas between',
    schema: trust,
  },
  REQUESTS_PER_ADDRESS: { fallback: 300, allowed: 'a whole number from 1 to 1000000', schema: whole(1, 1_000_000) },
  REQUESTS_PER_SESSION: { fallback: 100, allowed: 'a whole number from 1 to 1000000', schema: whole(1, 1_000_000) },
  DEMO_ACCOUNTS_PER_ADDRESS: {
    fallback: 60,
    allowed: 'a whole number from 1 to 1000000',
    schema: whole(1, 1_000_000),
  },
  LOGINS_PER_ADDRESS: { fallback: 120, allowed: 'a whole number from 1 to 1000000', schema: whole(1, 1_000_000) },
  SMTP_URL: {
    fallback: null,
    allowed: 'an address like smtp://user:password@mail.example:587 or smtps://mail.example',
    schema: address(['smtp:', 'smtps:']),
  },
  MAIL_FROM: {
    fallback: 'no-reply@glassbook.invalid',
    allowed: 'a mail address such as no-reply@exchange.example',
    schema: z.string().regex(/^[^\s@<>",;]{1,64}@[A-Za-z0-9.-]{1,255}$/),
  },
  SHUTDOWN_TIMEOUT_SECONDS: { fallback: 10, allowed: 'a whole number from 1 to 300', schema: whole(1, 300) },
} as const satisfies Record<string, Variable>;

/** Values that hold a password or a key, with the text that messages print instead. */
const SECRET: ReadonlyMap<string, string> = new Map([
  ['DATABASE_URL', 'not a valid address'],
  ['PERSONAL_KEY', 'not a valid key'],
  ['METRICS_TOKEN', 'not a valid token'],
  ['REDIS_URL', 'not a valid address'],
  ['SMTP_URL', 'not a valid address'],
]);

/**
 * Reads the configuration from the environment. Either all of it is right, or every wrong variable gets one sentence with its name,
 * its value and the allowed values. Unset and empty are the same: the default.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): Config | { problems: string[] } {
  const problems: string[] = [];
  const values: Partial<Config> = {};
  for (const [name, variable] of Object.entries<Variable>(VARIABLES)) {
    const text = env[name]?.trim() ?? '';
    const checked = text === '' ? undefined : variable.schema.safeParse(text);
    if (checked && !checked.success) {
      const printed = SECRET.get(name) ?? JSON.stringify(text);
      problems.push(`${name} is ${printed}; allowed is ${variable.allowed}.`);
    }
    Object.assign(values, { [camelCase(name)]: checked?.success ? checked.data : variable.fallback });
  }
  return problems.length > 0 ? { problems } : (values as Config);
}

/** `DATABASE_POOL_SIZE` as the configuration names it: `databasePoolSize`. */
function camelCase(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function oneOf(values: readonly string[]): string {
  return `${values.slice(0, -1).join(', ')} or ${values.at(-1)}`;
}
