// Runs before the first paint: a chosen theme never flashes the other one, the page has its language from the start, and
// what the first screen needs is fetched at once. `shared/language.ts` negotiates alike; a test holds the two together.
(function () {
  var root = document.documentElement;
  var kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('glassbook.preferences') || '{}').state || {};
  } catch {
    // Whatever stands there is no choice of anybody's.
  }
  var dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.dataset.rise = kept.rise === 'red' ? 'red' : 'green';

  var tags = { en: 'en', xby: 'es', de: 'de', jp: 'ja', hy: 'ko', ty: 'th', yn: 'vi', zh: 'zh-Hans', ft: 'zh-Hant' };
  function keyOf(tag) {
    if (/^zh(?!.*-hans)-(.*-)?(hant|tw|hk|mo)\b/i.test(tag)) return 'ft';
    for (var key in tags) if (tags[key].split('-')[0] === tag.toLowerCase().split('-')[0]) return key;
    return undefined;
  }
  var language = tags[kept.language] ? kept.language : undefined;
  var wanted = navigator.languages || [];
  for (var i = 0; i < wanted.length && !language; i += 1) language = keyOf(wanted[i]);
  language = language || 'en';
  if (root.lang !== tags[language]) root.dataset.otherLanguage = '';
  root.lang = tags[language];

  var needed = document.currentScript && document.currentScript.dataset.needed;
  if (!needed) return;
  var plan = JSON.parse(needed);
  var texts = plan.texts[language] || {};
  var nouns = plan.nouns[location.pathname] || ['list', 'common'];
  var files = nouns.map(function (noun) {
    return texts[noun];
  });
  files.concat(plan.screens[location.pathname] || []).forEach(function (file) {
    if (!file) return;
    var link = document.createElement('link');
    var style = /\.css$/.test(file);
    link.fetchPriority = style ? 'auto' : 'low';
    link.rel = style ? 'preload' : 'modulepreload';
    if (style) link.as = 'style';
    link.crossOrigin = '';
    link.href = '/' + file;
    document.head.appendChild(link);
  });
})();
