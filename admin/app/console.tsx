import { QueryClient } from '@tanstack/react-query';
import { Admin, CustomRoutes, localStorageStore, Resource, type I18nProvider } from 'react-admin';
import { Route } from 'react-router-dom';
import { resources } from '../resources';
import { Dashboard } from '../resources/dashboard/dashboard';
import { Resources } from '../ui/resources';
import { authProvider } from './auth-provider';
import { dataProvider } from './data-provider';
import { guarded } from './guarded';
import { ConsoleLayout } from './layout';
import { LoginPage } from './login-page';
import { NotFoundPage } from './not-found-page';
import { OwnAccount } from './own-account';
import { darkTheme, lightTheme } from './theme';

// A refusal stays a refusal, so only lost connections and server errors are retried.
const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      retry: (count, error) =>
        count < 2 && !((error as { status?: number }).status! in { 400: 1, 401: 1, 403: 1, 404: 1, 422: 1 }),
      staleTime: 1000,
    },
  },
});
const guardedResources = resources.map(guarded);
const store = localStorageStore('1', 'glassbook.console');

/** The staff console: what staff may read depends on their roles; what they change goes through commands. */
export function Console({ i18nProvider }: { i18nProvider: I18nProvider }) {
  return (
    <Resources value={resources}>
      <Admin
        disableTelemetry
        requireAuth
        title="Glassbook"
        authProvider={authProvider}
        dataProvider={dataProvider}
        i18nProvider={i18nProvider}
        queryClient={queryClient}
        store={store}
        lightTheme={lightTheme}
        darkTheme={darkTheme}
        layout={ConsoleLayout}
        loginPage={LoginPage}
        catchAll={NotFoundPage}
        dashboard={Dashboard}
      >
        {guardedResources.map((resource) => (
          <Resource key={resource.name} {...resource} />
        ))}
        <CustomRoutes>
          <Route path="/own-account" element={<OwnAccount />} />
          {resources.flatMap(({ name, pages = {} }) =>
            Object.entries(pages).map(([path, Page]) => (
              <Route key={`${name}/${path}`} path={`/${name}/${path}`} element={<Page />} />
            )),
          )}
        </CustomRoutes>
      </Admin>
    </Resources>
  );
}
