import { Suspense, lazy, useEffect, useLayoutEffect, useRef, type ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, Route, Routes, useLocation } from 'react-router-dom';
import { useSession } from '../lib/session';
import { PanelBoundary } from '../ui/PanelBoundary';
import { ScreenSkeleton } from './ScreenSkeleton';
import { useBrand } from './brand';
import { REDIRECTS, ROUTES, isBuilt, loginPath, pathOf, type BuiltScreen, type RouteSpec } from './routes';

const article = () => import('../features/content/ArticleScreen');

/** Each screen is a chunk of its own, so that the home page carries no chart. */
const LOADERS: Record<BuiltScreen, () => Promise<{ default: ComponentType }>> = {
  home: () => import('../features/home/HomeScreen'),
  market: () => import('../features/market/MarketScreen'),
  login: () => import('../features/account/LoginScreen'),
  spot: () => import('../features/spot/SpotScreen'),
  assets: () => import('../features/asset/AssetsScreen'),
  assetsBySpace: () => import('../features/asset/AssetsBySpaceScreen'),
  accountRecords: () => import('../features/asset/AccountRecordsScreen'),
  assetRecords: () => import('../features/asset/AssetRecordsScreen'),
  orderRecords: () => import('../features/spot/OrderRecordsScreen'),
  coins: () => import('../features/coins/CoinsScreen'),
  text: article,
  agreement: article,
  userAgreement: article,
  helpArticle: article,
  newsDetail: article,
  banner: article,
  benefit: article,
  security: () => import('../features/policy/SecurityNotesScreen'),
  signInRules: article,
  c2cRules: article,
  c2c: () => import('../features/c2c/IndexScreen'),
  c2cCreate: () => import('../features/c2c/CreateScreen'),
  c2cOrders: () => import('../features/c2c/OrdersScreen'),
  c2cProof: () => import('../features/c2c/SubmitScreen'),
  c2cAccount: () => import('../features/c2c/AccountScreen'),
  help: () => import('../features/content/HelpScreen'),
  notices: () => import('../features/content/NoticesScreen'),
  news: () => import('../features/content/NewsScreen'),
  benefits: () => import('../features/content/BenefitsScreen'),
  about: () => import('../features/content/AboutScreen'),
  download: () => import('../features/content/DownloadScreen'),
  userCentre: () => import('../features/account/UserCentreScreen'),
  profile: () => import('../features/account/ProfileScreen'),
  service: () => import('../features/account/ServiceScreen'),
  explorer: () => import('../features/chain/ExplorerScreen'),
  questionnaire: () => import('../features/risk/QuestionnaireScreen'),
  risk: () => import('../features/risk/RiskScreen'),
  credit: () => import('../features/credit/CreditScreen'),
  transfer: () => import('../features/transfer/TransferScreen'),
  exchange: () => import('../features/conversion/ExchangeScreen'),
  quickBuy: () => import('../features/conversion/QuickBuyScreen'),
  bps: () => import('../features/liability/BalanceProofScreen'),
  userName: () => import('../features/security/NameScreen'),
  phone: () => import('../features/security/PhoneScreen'),
  email: () => import('../features/security/EmailScreen'),
  google: () => import('../features/security/GoogleScreen'),
  tradePasswordSet: () => import('../features/security/TradePasswordSetScreen'),
  tradePasswordChange: () => import('../features/security/TradePasswordChangeScreen'),
  lostGoogle: () => import('../features/security/LostGoogleScreen'),
  verificationCode: () => import('../features/security/UnfreezeScreen'),
  register: () => import('../features/account/RegisterScreen'),
  forgotPassword: () => import('../features/account/ForgotPasswordScreen'),
  loginPassword: () => import('../features/account/LoginPasswordScreen'),
  invitation: () => import('../features/account/InvitationScreen'),
  identity: () => import('../features/identity/IdentityScreen'),
  primary: () => import('../features/identity/PrimaryScreen'),
  advanced: () => import('../features/identity/AdvancedScreen'),
  addresses: () => import('../features/payee/AddressesScreen'),
  addAddress: () => import('../features/payee/AddAddressScreen'),
  bank: () => import('../features/payee/BankScreen'),
  addBank: () => import('../features/payee/AddBankScreen'),
  deposit: () => import('../features/deposit/DepositScreen'),
  depositRecords: () => import('../features/deposit/DepositRecordsScreen'),
  withdrawal: () => import('../features/withdrawal/WithdrawalScreen'),
  withdrawalRecords: () => import('../features/withdrawal/BankRecordsScreen'),
  cryptoWithdrawalRecords: () => import('../features/withdrawal/CryptoRecordsScreen'),
  addressProof: () => import('../features/identity/AddressScreen'),
};

const SCREENS = Object.fromEntries(
  Object.entries(LOADERS).map(([name, load]) => [name, lazy(load)]),
) as unknown as Record<BuiltScreen, ComponentType>;

const ComingScreen = lazy(() => import('./ComingScreen'));
const NotFound = lazy(() => import('./NotFound'));

/** Makes a screen part of the very first drawing. One that does not come is left to its place in the page, which says so. */
export async function readyScreen(screen: BuiltScreen): Promise<void> {
  await LOADERS[screen]().then(
    (module) => (SCREENS[screen] = module.default),
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
  if (!isBuilt(route.screen)) return <ComingScreen screen={route.screen} area={route.area} />;
  const Built = SCREENS[route.screen];
  return <Built />;
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
