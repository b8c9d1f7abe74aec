/** The tokens that the canvas needs, read from the document as they are now. */
export interface ChartColours {
  up: string;
  down: string;
  upSoft: string;
  downSoft: string;
  text: string;
  line: string;
  accent: string;
  accentSoft: string;
  font: string;
}

export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const up = read('--up');
  const down = read('--down');
  return {
    up,
    down,
    upSoft: `${up}59`,
    downSoft: `${down}59`,
    text: read('--text-3'),
    line: read('--line'),
    accent: read('--accent'),
    accentSoft: `${read('--accent')}33`,
    font: read('--font'),
  };
}
