import { Suspense, lazy, useEffect, useLayoutEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session';
import { PanelBoundary } from '../ui/PanelBoundary';
import { ScreenSkeleton } from './ScreenSkeleton';
import { useBrand } from './brand';
import { REDIRECTS, ROUTES, SCREENS, loginPath, moduleOf, pathOf, screenOf, type RouteSpec } from './routes';

/** Each screen is a chunk of its own, so that the home page carries no chart. */
const modules = import.meta.glob<{ default: ComponentType }>('../features/*/*Screen.tsx');

const loaderOf = (screen: (typeof SCREENS)[number]) => {
  const load = modules[`../features/${moduleOf(screen)}`];
  if (load === undefined) throw new Error(`${moduleOf(screen)} is no screen`);
  return load;
};

const components = new Map<string, ComponentType>(SCREENS.map((screen) => [screen.name, lazy(loaderOf(screen))]));

const NotFound = lazy(() => import('./NotFound'));

/** Loads a screen before the first render. A failed load is shown by the error boundary in the page. */
export async function readyScreen(name: string): Promise<void> {
  const screen = screenOf(name);
  if (screen === undefined) return;
  await loaderOf(screen)().then(
    (module) => void components.set(name, module.default),
    () => undefined,
  );
}

/** In development only: a production build leaves it and its folder out. */
const Gallery = import.meta.env.DEV ? lazy(() => import('../gallery/Gallery')) : null;

/** The router: every route of the product, guarded as its access says. */
export function Screens() {
  const location = useLocation();
  useFreshStart(location.pathname);
  return (
    <PanelBoundary key={location.pathname}>
      <Suspense fallback={<ScreenSkeleton />}>
        <Routes>
          {ROUTES.map((route) => (
            <Route key={route.path} path={route.path} caseSensitive element={<Screen route={route} />} />
          ))}
          {Object.entries(REDIRECTS).map(([path, pathname]) => (
            <Route key={path} path={path} element={<Navigate to={{ ...location, pathname }} replace />} />
          ))}
          {Gallery && <Route path="/gallery" element={<Gallery />} />}
          <Route path="*" element={<NotFound />} />
        </Routes>
      </Suspense>
    </PanelBoundary>
  );
}

function Screen({ route }: { route: RouteSpec }) {
  const loggedIn = useSession((state) => state.session !== null);
  const { pathname, search, hash } = useLocation();
  useHead(route.screen);
  if (route.access === 'login' && !loggedIn) return <Navigate to={loginPath(pathname + search + hash)} replace />;
  const Shown = components.get(route.screen);
  return Shown && <Shown />;
}

/** Title and description in the reader's language, and which of several addresses of one screen is the one. */
function useHead(screen: string): void {
  const { t } = useTranslation('common');
  const { name } = useBrand();
  // Before the effects of the screen itself, which may know a better title.
  useLayoutEffect(() => {
    document.title = screen === 'home' ? t('title.home', { brand: name }) : `${t(`screen.${screen}`)} · ${name}`;
    headElement('meta[name="description"]').setAttribute('content', t('meta.description', { brand: name }));
    headElement('link[rel="canonical"]').setAttribute('href', location.origin + pathOf(screen) + location.search);
  }, [screen, t, name]);
}

/** An element of the page's head; `index.html` has it, and a page without it gets none. */
const headElement = (selector: string): Element =>
  document.head.querySelector(selector) ?? document.createElement('meta');

/** Another screen begins at its top, and the keyboard and the screen reader begin in it. */
function useFreshStart(pathname: string): void {
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // `scrollTo` answers a promise in newer browsers, which is no way to clean up an effect.
    void scrollTo(0, 0);
    // A menu opened before the screen came stays open; without the focus it would close.
    if (document.activeElement?.closest('[role=menu]')) return;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname]);
}
