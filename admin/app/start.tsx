import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { currentLanguage } from '../lib/language';
import { Console } from './console';
import { makeI18nProvider } from './i18n';

// The first language is loaded before anything is drawn, so that no screen flashes in another one.
const i18nProvider = await makeI18nProvider(currentLanguage());
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <Console i18nProvider={i18nProvider} />
  </StrictMode>,
);
