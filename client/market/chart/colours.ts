/** The tokens that the canvas needs, read from the document as they are now. */
export interface ChartColours {
  up: string;
  down: string;
  upSoft: string;
  downSoft: string;
  text: string;
  strong: string;
  line: string;
  surface: string;
  accent: string;
  accentSoft: string;
  onAccent: string;
  font: string;
  palette: readonly string[];
}

/** Eight colours that differ in hue and in lightness, each readable on its theme's surface. */
const PALETTES = {
  light: ['#1f5fd0', '#b85f00', '#08788e', '#cc2d40', '#0b7f53', '#7b3fc9', '#a62b8f', '#7a6600'],
  dark: ['#5b9bff', '#f5a742', '#2fd0e0', '#ff6b78', '#36cf98', '#b894ff', '#f07bd8', '#e5d04a'],
} as const;

export function palette(): readonly string[] {
  return PALETTES[document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'];
}

export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const up = read('--up');
  const down = read('--down');
  return {
    up,
    down,
    upSoft: `${up}73`,
    downSoft: `${down}73`,
    text: read('--text-3'),
    strong: read('--text'),
    line: read('--line'),
    surface: read('--surface'),
    accent: read('--accent'),
    accentSoft: `${read('--accent')}33`,
    onAccent: read('--on-accent'),
    font: read('--font'),
    palette: palette(),
  };
}
