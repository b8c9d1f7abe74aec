import { defaultDarkTheme, defaultLightTheme, type RaThemeOptions } from 'react-admin';

const FONTS = [
  'system-ui',
  '-apple-system',
  '"Segoe UI"',
  'Roboto',
  '"Noto Sans"',
  '"Noto Sans CJK JP"',
  '"Noto Sans Thai"',
  'sans-serif',
].join(',');

/** Colours by role, not by place. Text on each of them keeps a contrast of at least 4.5 to 1. */
interface Tones {
  page: string;
  paper: string;
  line: string;
  text: string;
  textSoft: string;
  accent: string;
  onAccent: string;
  hover: string;
  good: string;
  warn: string;
  bad: string;
  info: string;
}

const LIGHT: Tones = {
  page: '#f4f6f8',
  paper: '#ffffff',
  line: '#dfe5ea',
  text: '#16222b',
  textSoft: '#566673',
  accent: '#0b6b6b',
  onAccent: '#ffffff',
  hover: '#eef4f4',
  good: '#177245',
  warn: '#8f5a00',
  bad: '#b3261e',
  info: '#2459a8',
};

const DARK: Tones = {
  page: '#0e1417',
  paper: '#151d22',
  line: '#28343b',
  text: '#e4ecef',
  textSoft: '#9badb6',
  accent: '#5fd0c5',
  onAccent: '#06201f',
  hover: '#1b262c',
  good: '#5fd08f',
  warn: '#f0b45a',
  bad: '#ff8a80',
  info: '#8ab8ff',
};

function surfaces(tones: Tones): NonNullable<RaThemeOptions['components']> {
  return {
    MuiCssBaseline: {
      styleOverrides: {
        body: { fontVariantNumeric: 'tabular-nums', overflowWrap: 'anywhere' },
        '@media (prefers-reduced-motion: reduce)': {
          '*, *::before, *::after': { animationDuration: '0.01ms !important', transitionDuration: '0.01ms !important' },
        },
        ':focus-visible': { outline: `2px solid ${tones.accent}`, outlineOffset: 2 },
      },
    },
    MuiPaper: { defaultProps: { elevation: 0 }, styleOverrides: { root: { backgroundImage: 'none' } } },
    MuiCard: {
      defaultProps: { elevation: 0 },
      styleOverrides: { root: { border: `1px solid ${tones.line}`, boxShadow: 'none' } },
    },
    MuiMenu: { styleOverrides: { paper: { border: `1px solid ${tones.line}`, boxShadow: '0 8px 28px #0003' } } },
    MuiAppBar: {
      defaultProps: { elevation: 0, color: 'default' },
      styleOverrides: {
        root: {
          backgroundColor: tones.paper,
          backgroundImage: 'none',
          color: tones.text,
          borderBottom: `1px solid ${tones.line}`,
          boxShadow: 'none',
        },
      },
    },
    MuiTableCell: {
      styleOverrides: {
        root: {
          borderColor: tones.line,
          padding: '6px 8px',
          fontSize: '0.8125rem',
          '&:first-of-type': { paddingInlineStart: 16 },
          '&:last-of-type': { paddingInlineEnd: 16 },
        },
        head: { color: tones.textSoft, fontWeight: 600, fontSize: '0.75rem', whiteSpace: 'nowrap' },
      },
    },
    MuiTableRow: { styleOverrides: { root: { '&:last-child td': { borderBottom: 0 } } } },
    MuiAlert: { styleOverrides: { root: { '&.MuiAlert-standard': { border: `1px solid ${tones.line}` } } } },
    MuiAlertTitle: { styleOverrides: { root: { fontWeight: 650 } } },
    MuiButton: { defaultProps: { disableElevation: true }, styleOverrides: { root: { textTransform: 'none' } } },
    MuiChip: { styleOverrides: { root: { fontWeight: 600, height: 22 }, label: { paddingInline: 8 } } },
    MuiStack: { defaultProps: { useFlexGap: true } },
    MuiTooltip: { defaultProps: { arrow: true } },
    MuiTextField: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    MuiFormControl: { defaultProps: { variant: 'outlined', margin: 'dense', size: 'small', fullWidth: true } },
    RaMenuItemLink: { styleOverrides: { root: menuItem(tones) } },
    RaSidebar: { styleOverrides: { root: sidebar(tones) } },
  };
}

function menuItem(tones: Tones) {
  return {
    borderRadius: 8,
    margin: '1px 8px',
    fontSize: '0.875rem',
    paddingInline: 10,
    color: tones.textSoft,
    '&.RaMenuItemLink-active': { color: tones.accent, backgroundColor: tones.hover, fontWeight: 500 },
    '& .RaMenuItemLink-icon': { minWidth: 34, color: 'inherit' },
  };
}

const SIDEBAR = { width: 244, closedWidth: 56 };

/** A menu that is longer than the window scrolls by itself, and its bar says so. */
function sidebar(tones: Tones) {
  // Below the bar, which is 48 pixels high.
  const height = 'calc(100dvh - 48px)';
  return {
    height,
    '& .RaSidebar-fixed': {
      height,
      overflowY: 'auto',
      overscrollBehavior: 'contain',
      scrollbarWidth: 'thin',
      scrollbarColor: `${tones.textSoft} transparent`,
      '&::-webkit-scrollbar': { display: 'initial' },
      // The page begins where the menu ends, so its bar is within its width.
      '& .RaMenu-open, & .RaMenu-closed': { width: '100%' },
    },
    '&.RaSidebar-open .RaSidebar-fixed': { width: SIDEBAR.width },
    '&.RaSidebar-closed .RaSidebar-fixed': { width: SIDEBAR.closedWidth },
  } as const;
}

function makeTheme(base: RaThemeOptions, mode: 'light' | 'dark', tones: Tones): RaThemeOptions {
  return {
    ...base,
    sidebar: SIDEBAR,
    palette: {
      mode,
      primary: { main: tones.accent, contrastText: tones.onAccent },
      secondary: { main: tones.accent, contrastText: tones.onAccent },
      success: { main: tones.good },
      warning: { main: tones.warn },
      error: { main: tones.bad },
      info: { main: tones.info },
      background: { default: tones.page, paper: tones.paper },
      text: { primary: tones.text, secondary: tones.textSoft },
      divider: tones.line,
      action: { hover: tones.hover },
    },
    shape: { borderRadius: 8 },
    typography: {
      fontFamily: FONTS,
      fontSize: 13.5,
      body1: { fontSize: '0.875rem' },
      body2: { fontSize: '0.8125rem' },
      h5: { fontSize: '1.25rem', fontWeight: 650 },
      h6: { fontSize: '1rem', fontWeight: 650 },
      subtitle2: { fontWeight: 650 },
    },
    components: { ...base.components, ...surfaces(tones) },
  };
}

export const lightTheme = makeTheme(defaultLightTheme as RaThemeOptions, 'light', LIGHT);
export const darkTheme = makeTheme(defaultDarkTheme as RaThemeOptions, 'dark', DARK);
