import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import './ui/first-paint.css';
import { App } from './app/App';
import { entryScreenAt } from './app/entry-screens';
import { readyScreen } from './app/Screens';
import { followNetwork } from './lib/connection';
import { startTexts } from './lib/i18n';
import './lib/install';
import { followOtherTabs } from './lib/other-tabs';
import { followPreferences } from './lib/preferences';

followPreferences();
followNetwork();
reloadForNewRelease();
const root = document.getElementById('root');
if (root) {
  const entry = entryScreenAt(location.pathname);
  followOtherTabs();
  await Promise.all([startTexts(entry?.nouns), entry && readyScreen(entry.screen)]);
  // In slices: the page stands already and must not hang while it is made to work.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** After a release the old chunks are gone: the page then reloads, but never twice within a minute. */
function reloadForNewRelease(): void {
  addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem('glassbook.reloaded') ?? 0);
    if (!navigator.onLine || Date.now() - last < 60_000) return;
    sessionStorage.setItem('glassbook.reloaded', String(Date.now()));
    location.reload();
  });
}
