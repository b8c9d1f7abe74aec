// `npm run routes`: writes docs/routes.md from the client's own table of routes.
import { join } from 'node:path';
import { loadSources } from '../test/kit/native/hooks.mjs';
import { ROOT, writeFile } from './lib/files.mjs';

loadSources();
const { ROUTES_PAGE, routesPage } = await import('../test/kit/routes-page.ts');
writeFile(join(ROOT, ROUTES_PAGE), routesPage());
