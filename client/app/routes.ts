/** Who may open a screen: everybody, or only who is logged in. */
export type Access = 'public' | 'login';

/** What a screen is about: where it stands in the path of screens, and where one that is not open yet sends on to. */
export type Area =
  'content' | 'account' | 'verification' | 'trading' | 'newCoins' | 'loans' | 'wealth' | 'funding' | 'records' | 'c2c';

/** The screens that are there. Every other name belongs to a screen that is not open yet. */
export const BUILT = [
  'home',
  'market',
  'login',
  'spot',
  'assets',
  'assetsBySpace',
  'accountRecords',
  'assetRecords',
  'orderRecords',
  'coins',
  'text',
  'download',
  'help',
  'helpArticle',
  'about',
  'agreement',
  'banner',
  'notices',
  'security',
  'benefits',
  'benefit',
  'signInRules',
  'userAgreement',
  'news',
  'newsDetail',
  'c2cRules',
  'c2c',
  'c2cCreate',
  'c2cOrders',
  'c2cProof',
  'c2cAccount',
  'userCentre',
  'profile',
  'service',
  'userName',
  'phone',
  'email',
  'google',
  'tradePasswordSet',
  'tradePasswordChange',
  'verificationCode',
  'lostGoogle',
  'register',
  'forgotPassword',
  'loginPassword',
  'invitation',
  'identity',
  'primary',
  'advanced',
  'addressProof',
  'addresses',
  'addAddress',
  'bank',
  'addBank',
  'withdrawal',
  'withdrawalRecords',
  'cryptoWithdrawalRecords',
  'deposit',
  'depositRecords',
  'questionnaire',
  'risk',
  'credit',
  'explorer',
  'transfer',
  'exchange',
  'quickBuy',
  'bps',
] as const;
export type BuiltScreen = (typeof BUILT)[number];

export interface RouteSpec {
  path: string;
  access: Access;
  /** The screen's name: its title is `common:screen.<name>`. Two paths with one name show the same screen. */
  screen: string;
  area: Area;
}

const route = (access: Access, area: Area, screens: Record<string, string>): RouteSpec[] =>
  Object.entries(screens).map(([path, screen]) => ({ path, access, screen, area }));

/**
 * Every route of the product: those of the specification (section 2), and the explorer of the simulated networks, which it
 * does not know.
 */
export const ROUTES: readonly RouteSpec[] = [
  ...route('public', 'content', {
    '/': 'home',
    '/index': 'home',
    '/market': 'market',
    '/login': 'login',
    '/text': 'text',
    '/downLoad': 'download',
    '/help': 'help',
    '/helpDetail': 'helpArticle',
    '/about': 'about',
    '/agrt': 'agreement',
    '/bannerDetail': 'banner',
    '/notice': 'notices',
    '/security': 'security',
    '/benefits': 'benefits',
    '/benefitsDetail': 'benefit',
    '/signRule': 'signInRules',
    '/userAgreement': 'userAgreement',
    '/settingNew': 'news',
    '/setting-newdetail': 'newsDetail',
    '/explorer': 'explorer',
  }),
  ...route('public', 'account', {
    '/register': 'register',
    '/forgetpwd': 'forgotPassword',
    '/questionnaire': 'questionnaire',
    '/verificationCode': 'verificationCode',
    '/lostGoogle': 'lostGoogle',
  }),
  ...route('login', 'account', {
    '/setting': 'userCentre',
    '/info': 'profile',
    '/username': 'userName',
    '/mobile': 'phone',
    '/email': 'email',
    '/editPassword': 'loginPassword',
    '/googleCode': 'google',
    '/editPasswordTrade': 'tradePasswordChange',
    '/bindmpwd': 'tradePasswordSet',
    '/service': 'service',
    '/settingHelp': 'help',
    '/settingHelpdetail': 'helpArticle',
    '/settingAbout': 'about',
    '/invite': 'invitation',
  }),
  ...route('login', 'verification', {
    '/sfyz': 'identity',
    '/smauth': 'primary',
    '/authentication': 'primary',
    '/seniorauth': 'advanced',
    '/authenticationhigh': 'advanced',
    '/dzrz': 'addressProof',
    '/fengxian': 'risk',
    '/xinyongfen': 'credit',
    '/credit': 'credit',
  }),
  ...route('login', 'trading', {
    '/preciousMetal': 'contracts',
    '/currency': 'coins',
    '/currencyRecord': 'orderRecords',
    '/currencyTrade': 'spot',
    '/exchange': 'exchange',
  }),
  ...route('login', 'newCoins', {
    '/subscription': 'newCoins',
    '/subscriptionRecord': 'newCoinRecords',
    '/subscriptionBuy': 'newCoinBuy',
  }),
  ...route('login', 'loans', { '/repayment2': 'repayment', '/repaymentNew': 'loans', '/ldcoin': 'loanProducts' }),
  ...route('login', 'wealth', {
    '/profit_index': 'custody',
    '/profit_wdtg': 'myCustody',
    '/profit_buy': 'buyCustody',
    '/vip_index': 'vip',
    '/vip_wdtg': 'myVip',
    '/etflow_buy': 'buyLowRisk',
    '/etf_wdtg': 'myBalanced',
    '/etflow_wdtg': 'myLowRisk',
  }),
  ...route('login', 'funding', {
    '/authenticationrj': 'deposit',
    '/authenticationcj': 'withdrawal',
    '/table1': 'assets',
    '/table2': 'assetsBySpace',
    '/transfer': 'transfer',
    '/address': 'addresses',
    '/wallet': 'addresses',
    '/walletAdd': 'addAddress',
    '/bank': 'bank',
    '/bankAdd': 'addBank',
    '/kjmbSelect': 'quickBuy',
  }),
  ...route('login', 'records', {
    '/record': 'assetRecords',
    '/deallog': 'accountRecords',
    '/accountRecord': 'accountRecords',
    '/cbjl': 'depositRecords',
    '/rechargeRecord': 'depositRecords',
    '/tbjl': 'withdrawalRecords',
    '/addcardRecord': 'withdrawalRecords',
    '/moneyRecord': 'cryptoWithdrawalRecords',
    '/bps': 'bps',
  }),
  ...route('login', 'c2c', {
    '/c2c_index': 'c2c',
    '/c2c_create': 'c2cCreate',
    '/c2c_order': 'c2cOrders',
    '/c2c_submit': 'c2cProof',
    '/c2c_account': 'c2cAccount',
    '/c2c_rule': 'c2cRules',
  }),
];

/** Addresses that only lead to another. */
export const REDIRECTS: Readonly<Record<string, string>> = { '/asset': '/table1' };

/** The canonical path of a screen: the first one that shows it. */
export const pathOf = (screen: string): string => ROUTES.find((route) => route.screen === screen)?.path ?? '/';

export const isBuilt = (screen: string): screen is BuiltScreen => (BUILT as readonly string[]).includes(screen);

/** The screen that a path without a query shows, redirects followed; `''` for none. */
export const screenAt = (path: string): string =>
  ROUTES.find((route) => route.path === (REDIRECTS[path] ?? path))?.screen ?? '';

/** Where a visitor goes to log in, and what brings him back with his query intact. */
export const loginPath = (from: string): string => `/login?from=${encodeURIComponent(from)}`;

/** Only paths of our own are followed back after a login. */
export const safeReturn = (from: string | null): string =>
  from !== null && /^\/(?![/\\])/.test(from) && !from.startsWith('/login') ? from : '/table1';
