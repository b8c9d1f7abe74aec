import { everybody, loggedIn, type Feature } from '../../lib/feature.js';
import { key } from '../../lib/keys.js';

export const contentKeys = {
  brand: key<[language: string]>('content', 'brand'),
  entry: key<[language: string, name: string | number | undefined]>('content', 'entry'),
  list: key<[language: string, kind: string, category: string | undefined]>('content', 'list'),
  pages: key<[language: string, kind: string, whose: string]>('content', 'pages'),
  search: key<[language: string, words: string, any: boolean]>('content', 'search'),
  newest: key<[language: string, kind: string, limit: number]>('content', 'newest'),
};

export const content = {
  name: 'content',
  screens: {
    text: { file: 'ArticleScreen', routes: everybody('content', '/text'), needsNumber: true },
    download: {
      file: 'DownloadScreen',
      routes: everybody('content', '/downLoad'),
      menus: { 'centre.more': { at: 8 } },
    },
    help: {
      file: 'HelpScreen',
      routes: [...everybody('content', '/help'), ...loggedIn('account', '/settingHelp')],
      entry: ['/help'],
      menus: { 'centre.more': { at: 2, path: '/settingHelp' } },
    },
    helpArticle: {
      file: 'ArticleScreen',
      routes: [...everybody('content', '/helpDetail'), ...loggedIn('account', '/settingHelpdetail')],
      inside: 'help',
      needsNumber: true,
    },
    about: {
      file: 'AboutScreen',
      routes: [...everybody('content', '/about'), ...loggedIn('account', '/settingAbout')],
      menus: { 'centre.more': { at: 7, path: '/settingAbout' } },
    },
    agreement: { file: 'ArticleScreen', routes: everybody('content', '/agrt'), needsNumber: true },
    banner: { file: 'ArticleScreen', routes: everybody('content', '/bannerDetail'), needsNumber: true },
    notices: { file: 'NoticesScreen', routes: everybody('content', '/notice'), menus: { 'centre.more': { at: 1 } } },
    benefit: {
      file: 'ArticleScreen',
      routes: everybody('content', '/benefitsDetail'),
      inside: 'benefits',
      needsNumber: true,
    },
    signInRules: { file: 'ArticleScreen', routes: everybody('content', '/signRule'), inside: 'benefits' },
    userAgreement: { file: 'ArticleScreen', routes: everybody('content', '/userAgreement') },
    news: { file: 'NewsScreen', routes: everybody('content', '/settingNew'), menus: { 'centre.more': { at: 6 } } },
    newsDetail: {
      file: 'ArticleScreen',
      routes: everybody('content', '/setting-newdetail'),
      inside: 'news',
      needsNumber: true,
    },
    c2cRules: { file: 'ArticleScreen', routes: loggedIn('c2c', '/c2c_rule') },
  },
  keys: contentKeys,
} satisfies Feature;
