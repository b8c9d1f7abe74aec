import { parseAst } from 'vite';

const STAND = '\0without-schemas';

/**
 * Browsers take lists, types and calls from contracts/: checking what comes is the server's. Of a call its method and path stay,
 * and everything else that is computed goes unless somebody imports it.
 * @returns {import('vite').Plugin}
 */
export const withoutSchemas = () => ({
  name: 'glassbook-without-schemas',
  transform: (code, id) => (/\/contracts\/[^/]+\.ts$/.test(id) ? { code: withoutDeclarations(code), map: null } : null),
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
