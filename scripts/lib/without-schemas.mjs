import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseAst } from 'vite';

const STAND = '\0without-schemas';
const CONTRACT = /\/contracts\/[^/]+\.ts$/;
const CALLS = /\/contracts\/[a-z0-9-]+\.calls(\.js)?$/;

/**
 * Browsers take lists, types and calls from contracts/: checking what comes is the server's. Of a call its method and path stay,
 * written where the call is made; everything else that is computed goes unless somebody imports it.
 * @returns {import('vite').Plugin}
 */
export const withoutSchemas = () => ({
  name: 'glassbook-without-schemas',
  transform(code, id) {
    if (CONTRACT.test(id)) return { code: withoutDeclarations(code), map: null };
    return code.includes('.calls')
      ? { code: withAddresses(code, id, (path) => this.addWatchFile(path)), map: null }
      : null;
  },
});

/**
 * The client uses no schema at all. What stands in for zod makes nothing of every call, which saves 80 KB and the `eval` that zod
 * tries on its way up and our policy reports.
 * @returns {import('vite').Plugin}
 */
export const withoutZod = () => ({
  name: 'glassbook-without-zod',
  enforce: 'pre',
  resolveId: (id) => (id === 'zod' ? STAND : null),
  load: (id) => (id === STAND ? 'export const z = /* @__PURE__ */ new Proxy(() => z, { get: () => z });' : null),
});

/** A contract's module in which calls are addresses, and no constant is kept for a side effect that it hasn't. */
export function withoutDeclarations(code) {
  const constants = parseAst(code)
    .body.map((statement) => statement.declaration ?? statement)
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap(({ declarations }) => declarations.map(({ init }) => init))
    .filter(Boolean);
  return constants.reduceRight((whole, init) => {
    const text = code.slice(init.start, init.end);
    return whole.slice(0, init.start) + (addressOf(init, code) ?? withoutEffect(init, text)) + whole.slice(init.end);
  }, code);
}

/** A module with the addresses of the calls that it imports, so that no screen waits for a file of everybody's calls. */
function withAddresses(code, id, read) {
  return parseAst(code)
    .body.filter(({ type, source }) => type === 'ImportDeclaration' && CALLS.test(source.value))
    .reduceRight((whole, { start, end, source, specifiers }) => {
      const path = `${resolve(dirname(id), source.value.replace(/\.js$/, ''))}.ts`;
      read(path);
      const addresses = addressesIn(readFileSync(path, 'utf8'));
      const known = specifiers.map(({ imported, local }) => [local.name, addresses.get(imported?.name)]);
      // A list of all calls, or a schema, has no address.
      if (known.some(([, address]) => address === undefined)) return whole;
      const constants = known.map(([name, address]) => `const ${name} = ${address};`);
      return whole.slice(0, start) + constants.join(' ') + whole.slice(end);
    }, code);
}

/** The address of every call that a module of contracts/ exports, by its name. */
function addressesIn(code) {
  const declared = parseAst(code, { lang: 'ts' }).body.flatMap(({ declaration }) => declaration?.declarations ?? []);
  return new Map(declared.map(({ id, init }) => [id.name, addressOf(init, code)]));
}

/** Method and path of what `defineCall` declares. */
function addressOf({ type, callee, arguments: [call] = [] }, code) {
  if (type !== 'CallExpression' || callee.name !== 'defineCall') return undefined;
  const kept = call.properties.filter(({ key }) => key?.name === 'method' || key?.name === 'path');
  return `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
}

const IS_FUNCTION = /Function/;

/** One call that a bundler may leave out is easier to say than that each of a chain is one. */
function withoutEffect({ type }, text) {
  return IS_FUNCTION.test(type) || !/\(|\.\.\./.test(text) ? text : `/* @__PURE__ */ (() => (${text}))()`;
}
