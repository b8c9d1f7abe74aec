// `npm run routes`: writes docs/routes.md from the client's own table of routes.
import { join } from 'node:path';
import { loadSources } from './native/hooks.mjs';
import { ROOT, writeFile } from '../../scripts/lib/files.mjs';

loadSources();
const { ROUTES_PAGE, routesPage } = await import('./routes-page.ts');
writeFile(join(ROOT, ROUTES_PAGE), routesPage());
