// Who may import whom. Every rule says why; test/architecture/imports.spec.ts plants a violation of each and sees it fire.
const PURE_ROOMS = '^server/(core|trading/matching|market/(simulator|mark-price|flow-offset))/';
const PURE_FILES = '^server/.*[.](rules|decider|state|facts|settlement|views)[.]ts$';
const SPEC = '[.](spec|fixture|testkit)[.]tsx?$';
const OWN = '^(server|client|admin|contracts|shared|migrations|seeds|bench|scripts)/';
// Calculation that needs neither clock, chance nor the outside world may come from a library or from Node itself; the words
// of the wire are as pure as the core.
const READERS_OF_FACTS = '[.](reactions|projection)[.]ts$';
const NEST_CQRS = '^node_modules/@nestjs/cqrs/';
const CALCULATION =
  '^(contracts|shared)/|^(crypto|node:crypto)$|node_modules/(zod|@noble/curves|@noble/hashes|@scure/base|@scure/bip32|ibantools)/';
const JOINERS = '^server/(review|cli)/';
// Double entry is not among it: that postings sum to zero is a law of the house, and the writer checks it for everybody.
const BUSINESS = '^server/(features|review|trading|market|edge|cli)/';

const forbid = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    forbid(
      'no-circles',
      'Two files that import each other cannot be understood, tested or moved one at a time.',
      {},
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
    forbid(
      'pure-rooms-stay-pure',
      'The core, the matching engine, the simulator and what is made of its prices must answer alike on every machine: they import the core and files of their own room.',
      { path: PURE_ROOMS, pathNot: SPEC },
      {
        pathNot: [
          '^server/core/',
          '^server/(trading/matching|market/(simulator|mark-price|flow-offset))/',
          CALCULATION,
          NEST_CQRS,
        ],
      },
    ),
    forbid(
      'pure-rooms-take-types-of-nest-only',
      'A command is one of Nest by its type alone: nothing of Nest is loaded to decide.',
      { path: PURE_ROOMS, pathNot: SPEC },
      { path: NEST_CQRS, dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'core-knows-nobody',
      'Everything stands on the core, so the core stands on nothing of ours but the names of the wire and the shared room, which stand on nothing.',
      { path: '^server/core/', pathNot: SPEC },
      { path: OWN, pathNot: '^(server/core|contracts|shared)/' },
    ),
    forbid(
      'core-takes-names-only',
      'The types of the wire are names; what the wire checks and does is not for the core.',
      { path: '^server/core/', pathNot: SPEC },
      { path: '^contracts/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'matching-and-simulator-are-strangers',
      'The book does not care where orders come from, and prices do not care who trades: the runtime introduces them.',
      { path: '^server/(trading/matching|market/simulator)/', pathNot: SPEC },
      { path: '^server/(trading/matching|market/simulator)/', pathNot: '^server/$1/' },
    ),
    forbid(
      'deciders-and-rules-stay-pure',
      'What decides about money must replay alike: it imports the core, the ledger’s words, the matching engine and pure files beside it.',
      { path: PURE_FILES, pathNot: SPEC },
      {
        pathNot: [
          '^server/core/',
          '^server/engine/ledger/',
          '^server/(trading/matching|market/(simulator|mark-price|flow-offset))/',
          PURE_FILES,
          '^server/.*[.](events|commands)[.]ts$',
          '^server/market/market-source[.]ts$',
          '^server/market/funding/fundings[.]ts$',
          CALCULATION,
        ],
      },
    ),
    forbid(
      'features-never-import-features',
      'One noun, one folder. What happens between two nouns is a reaction or a projection, where it has a name.',
      { path: '^server/features/([^/]+)/', pathNot: [SPEC, READERS_OF_FACTS] },
      { path: '^server/features/[^/]+/', pathNot: '^server/features/$1/' },
    ),
    forbid(
      'reactions-and-projections-see-facts-only',
      'They follow what other nouns say has happened, by the types of their events; the rest is those nouns’ own affair.',
      { path: `^server/features/([^/]+)/.*${READERS_OF_FACTS}` },
      { path: '^server/features/[^/]+/', pathNot: ['^server/features/$1/', '[.]events[.]ts$'] },
    ),
    forbid(
      'reactions-and-projections-take-types-of-facts',
      'The declaration of another noun’s events is that noun’s own to load.',
      { path: `^server/features/([^/]+)/.*${READERS_OF_FACTS}` },
      { path: '^server/features/[^/]+/', pathNot: '^server/features/$1/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'joiners-see-events-and-commands-only',
      'The review desk and the command line know a noun by its events and commands; the rest is its own affair.',
      { path: JOINERS, pathNot: SPEC },
      { path: '^server/features/', pathNot: '[.](events|commands)[.]ts$' },
    ),
    forbid(
      'store-and-writer-know-no-business',
      'They carry every noun there will ever be, so they must not know any of today’s.',
      { path: '^server/engine/', pathNot: SPEC },
      { path: BUSINESS },
    ),
    forbid(
      'engine-runs-without-nest',
      'The engine is put together by its modules alone, so that tests, benches, the audit and threads run it without Nest; only the bus that takes commands is one of Nest’s.',
      {
        path: '^server/(core|engine)/',
        pathNot: ['^server/engine/.*[.]module[.]ts$', '^server/engine/writer/writer-command-bus[.]ts$', SPEC],
      },
      { path: '^node_modules/@nestjs/', dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'auditor-and-simulation-serve-nobody',
      'They look at every noun from outside, which the command line may not; what they check must not come to lean on them.',
      { path: '^server/', pathNot: ['^server/(audit|cli)/', '^server/app[.]module[.]ts$', SPEC] },
      { path: '^server/audit/' },
    ),
    forbid(
      'apps-meet-only-in-contracts-and-shared',
      'The server, the client and the console are built and shipped apart; what they share crosses the wire and is in contracts/, or is the same calculation and is in shared/.',
      { path: '^(server|client|admin)/', pathNot: SPEC },
      { path: '^(server|client|admin)/', pathNot: '^$1/' },
    ),
    forbid(
      'contracts-stand-alone',
      'A contract is read by three apps, so it may need none of them.',
      { path: '^contracts/' },
      { path: OWN, pathNot: '^(contracts|shared)/' },
    ),
    forbid(
      'shared-imports-nobody',
      'What three apps calculate alike depends on nothing: no app, no platform and no package may change its answer.',
      { path: '^shared/', pathNot: SPEC },
      { pathNot: '^shared/' },
    ),
    forbid(
      'nobody-ships-tests',
      'Code that runs must not lean on code that only tests.',
      { path: OWN, pathNot: SPEC },
      { path: '^test/|[.](spec|fixture)[.]tsx?$' },
    ),
    forbid(
      'server-needs-no-development-package',
      'The image carries only what the server needs when it runs.',
      { path: '^(server|contracts|shared|migrations|seeds)/', pathNot: SPEC },
      { dependencyTypes: ['npm-dev', 'npm-no-pkg', 'npm-unknown'], dependencyTypesNot: ['type-only'] },
    ),
    forbid(
      'no-dead-files',
      'A file that no program and no test leads to is read and kept in order for nothing.',
      {
        path: `^(server/(main|cli/[^/]+|.+[.]worker)[.]ts|(client|admin)/(app/)?(main[.]tsx|vite[.]config[.]ts)|client/features/[^/]+/[^/]+(Screen|Part)[.]tsx|migrations/.*|seeds/.*)$|^(scripts|bench|test)/|${SPEC}`,
      },
      {
        path: '^(contracts|shared|server|client|admin)/',
        pathNot: [
          SPEC,
          '[.]d[.]ts$',
          '^(client|admin)/(public/|vite[.]config[.]ts|(app/)?main[.]tsx)',
          '^server/(main|cli/[^/]+|.+[.]worker)[.]ts$',
          // Vite finds these by a pattern, and tests miss a screen, a part or a text that is not declared or not there.
          '^client/lib/texts/',
          '^client/features/[^/]+/[^/]+(Screen|Part)[.]tsx$',
        ],
        reachable: false,
      },
    ),
    forbid(
      'imports-lead-somewhere',
      'An import that cannot be found fails when it is needed, which is always later.',
      { path: OWN },
      { couldNotResolve: true, pathNot: '^virtual:' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^([.][.]/)*(dist|[.]runtime|[.]data)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.d.ts'],
    },
  },
};
