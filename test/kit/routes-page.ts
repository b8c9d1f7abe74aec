import { basename } from 'node:path';
import { moduleOf, REDIRECTS, ROUTES, screenOf } from '../../client/app/routes.js';
import { filesBelow, read, readJson } from './sources.js';
import { everyVisit } from './sweep.js';
import { bundle } from './words.js';

/** Where the page is kept. */
export const ROUTES_PAGE = 'docs/routes.md';

/** The routes of the specification, and who may open each by it. */
export const specifiedRoutes = (): Record<string, 'public' | 'login'> =>
  readJson('test/golden/specification-routes.json');

const HEAD = `# Routes

Every address of the client: its screen, the file that draws it, who may open it, and the tests that visit it. \`npm run routes\`
writes this page from the client's own table (\`client/app/routes.ts\`); a test fails where it is out of date.

- **Specified**: the address is one of the specification's routes; all others are our own.
- **Visited by**: \`sweep\` walks every screen in every language, theme and window (\`npm run test:sweep\`; \`npm test\` walks pairs of
  these). Other names are journeys in \`test/e2e/\` that go to the address.

To photograph every screen, name the looks you want: language, theme, window and person.

\`\`\`
PHOTOGRAPH=1 npm run test:sweep -- -t 'en, light, desktop'
\`\`\`

They go to \`test-results/screens/\`, with a table of route and picture for each look; they are not kept here.
`;

const COLUMNS = ['Route', 'Screen', 'File', 'Open to', 'Specified', 'Visited by'];

/** The page as it has to be. */
export function routesPage(): string {
  const specified = specifiedRoutes();
  const journeys = filesBelow('test/e2e').map((path) => ({ name: basename(path, '.e2e.spec.ts'), text: read(path) }));
  const swept = new Set(everyVisit().map(({ route }) => route.path));
  const row = (path: string, cells: readonly [screen: string, file: string, access: string]): string[] => {
    const address = new RegExp(`[\`'"}]${path.replaceAll('/', String.raw`\/`)}(?=[?#\`'"])`);
    // A lone stroke stands in much else as well.
    const by = path === '/' ? [] : journeys.filter(({ text }) => address.test(text)).map(({ name }) => name);
    const visitors = [...(swept.has(path) ? ['sweep'] : []), ...by.filter((name) => name !== 'sweep')];
    return [`\`${path}\``, ...cells, path in specified ? 'yes' : 'own', visitors.join(', ')];
  };
  const rows = ROUTES.map(({ path, access, screen }) => row(path, [titleOf(screen), fileOf(screen), openTo(access)]));
  const redirects = Object.entries(REDIRECTS).map(([path, to]) => {
    const access = ROUTES.find((route) => route.path === to)?.access ?? 'public';
    return row(path, [`leads to \`${to}\``, '', openTo(access)]);
  });
  return `${HEAD}\n${tableOf([...rows, ...redirects])}\n`;
}

const openTo = (access: 'public' | 'login'): string => (access === 'public' ? 'everybody' : 'logged in');

/** With the apostrophe of a keyboard, as pages here have it. */
const titleOf = (screen: string): string => (bundle('en', 'common')[`screen.${screen}`] ?? '').replaceAll('’', "'");

function fileOf(name: string): string {
  const screen = screenOf(name);
  return screen === undefined ? '' : `\`client/features/${moduleOf(screen)}\``;
}

/** Padded as the formatter pads tables. */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = COLUMNS.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
  return [line(COLUMNS), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
