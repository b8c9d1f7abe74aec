// Runs before the first paint, so that a chosen theme never flashes the other one.
(function () {
  var root = document.documentElement;
  try {
    var kept = JSON.parse(localStorage.getItem('glassbook.preferences') || '{}').state || {};
    var dark = kept.theme === 'dark' || (kept.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
    root.dataset.theme = dark ? 'dark' : 'light';
    root.dataset.rise = kept.rise === 'red' ? 'red' : 'green';
  } catch {
    root.dataset.theme = 'light';
    root.dataset.rise = 'green';
  }
})();
