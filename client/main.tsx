import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './ui/tokens.css';
import './ui/base.css';
import { App } from './app/App';
import { startTexts } from './lib/i18n';
import { followPreferences } from './lib/preferences';

followPreferences();
const root = document.getElementById('root');
if (root) {
  await startTexts();
  createRoot(root).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}
