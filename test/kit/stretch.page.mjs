// Runs inside the page, as text: makes every word 40% longer and answers what then sticks out or is cut off without a sign.
(() => {
  const longer = (word) => word + 'ëöü'.repeat(word.length).slice(0, Math.ceil(word.length * 0.4));
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts = [];
  while (walker.nextNode() !== null) texts.push(walker.currentNode);
  const isShown = (text) => /\p{L}{3,}/u.test(text.data) && !text.parentElement.closest('script, style');
  const shown = texts.filter(isShown);
  // What stands around the screens stays when the next one comes, and is long already.
  const before = (globalThis.stretched ??= new WeakMap());
  for (const text of shown) {
    if (before.get(text) === text.data) continue;
    text.data = text.data.replace(/\p{L}{3,}/gu, longer);
    before.set(text, text.data);
  }
  const scrolls = (element) => {
    for (let each = element; each !== null && each !== document.body; each = each.parentElement) {
      if (['auto', 'scroll'].includes(getComputedStyle(each).overflowX)) return true;
    }
    return false;
  };
  const isCut = (element) => {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element);
    const hides = ['hidden', 'clip'].includes(overflowX) && textOverflow !== 'ellipsis' && clipPath === 'none';
    return hides && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1;
  };
  const found = new Set();
  for (const text of shown) {
    // Only heard: it takes a pixel of the page, however far its line would run.
    if (text.parentElement.closest('.hidden-visually') !== null) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const { right, width } = range.getBoundingClientRect();
    const ends = getComputedStyle(text.parentElement).textOverflow === 'ellipsis';
    if (width > 0 && right > innerWidth + 1 && !ends && !scrolls(text.parentElement))
      found.add(`${text.data.trim()} (sticks out)`);
    if (isCut(text.parentElement)) found.add(`${text.data.trim()} (cut off)`);
  }
  // A number of which the end cannot be seen is another number.
  for (const input of document.querySelectorAll('input[inputmode="decimal"]'))
    if (input.scrollWidth > input.clientWidth + 1) found.add(`${input.name} ${input.value} (cut off)`);
  if (document.documentElement.scrollWidth > innerWidth) found.add('the page (scrolls sideways)');
  return [...found];
})();
