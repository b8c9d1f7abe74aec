import type { ReactNode } from 'react';

const shapes = {
  home: <path d="M3 11 12 4l9 7v9h-6v-6H9v6H3z" />,
  market: <path d="M4 19V9m5 10V5m5 14v-7m5 7V8" />,
  trade: <path d="M4 8h13l-3-3m6 11H7l3 3" />,
  wealth: <path d="M12 3v18M7 7.5C7 5.5 9 5 12 5s5 1 5 3-2 3-5 3.5-5 1.5-5 4 2 3.5 5 3.5 5-1.5 5-3.5" />,
  assets: <path d="M3 7h15a3 3 0 0 1 3 3v8a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2zm0 0 11-3v3m2 7h1" />,
  user: <path d="M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 9a8 8 0 0 1 16 0" />,
  globe: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM3 12h18M12 3c3 3 3 15 0 18-3-3-3-15 0-18Z" />,
  sun: (
    <path d="M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Zm0-6v2m0 16v2M2 12h2m16 0h2M5 5l1.5 1.500m11 11L19 19M19 5l-1.5 1.500m-11 11L5 19" />
  ),
  moon: <path d="M20 14A8.5 8.5 0 0 1 10 4a8.5 8.5 0 1 0 10 10Z" />,
  sliders: <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.500v5M8.5 14.500v5" />,
  star: <path d="m12 3 2.8 5.8 6.2.900-4.5 4.4 1.1 6.300L12 17.400l-5.6 3 1.1-6.300L3 9.700l6.2-.9z" />,
  search: <path d="M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5" />,
  close: <path d="m5 5 14 14M19 5 5 19" />,
  down: <path d="m6 9 6 6 6-6" />,
  up: <path d="m6 15 6-6 6 6" />,
  right: <path d="m9 6 6 6-6 6" />,
  eye: <path d="M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Zm10-3a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />,
  eyeOff: (
    <path d="M3 3l18 18M10 5.200A10 10 0 0 1 12 5c6 0 10 7 10 7a17 17 0 0 1-3 3.700M6 6.500C3.5 8.5 2 12 2 12s4 7 10 7a10 10 0 0 0 4-.9" />
  ),
  copy: <path d="M8 8h11v12H8zM5 16H4V4h11v1" />,
  lock: <path d="M6 11h12v9H6zm2.5 0V8a3.5 3.5 0 0 1 7 0v3" />,
  check: <path d="m5 12.5 4.5 4.500L19 7" />,
  exit: <path d="M10 4H5v16h5m4-12 4 4-4 4m4-4H9" />,
  refresh: <path d="M20 12a8 8 0 1 1-2.3-5.700M20 3v4h-4" />,
  edit: <path d="m4 20 1-4L16 5l3 3L8 19zM14 7l3 3" />,
  calculator: <path d="M6 3h12v18H6zm3 4h6m-6 5v.2m3-.2v.2m3-.2v.2m-6 3.800v.2m3-.2v.2m3-.2v.2" />,
  candles: <path d="M7 3v4m0 8v6M5 7h4v8H5zm12-4v3m0 9v6M15 6h4v9h-4z" />,
  line: <path d="m3 17 5-6 4 4 8-10" />,
  depth: <path d="M3 6c4 0 6 4 8 13M21 6c-4 0-6 4-8 13M3 20h18" />,
  layers: <path d="m12 4 9 5-9 5-9-5zm-9 9 9 5 9-5" />,
  list: <path d="M4 6h16M4 12h16M4 18h10" />,
  info: <path d="M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 8v5m0-8.500v.2" />,
  image: <path d="M4 5h16v14H4zm0 11 5-5 4 4 3-3 4 4M9 9.500v.2" />,
  bell: <path d="M6 16V11a6 6 0 0 1 12 0v5l2 2H4zm4 5h4" />,
  offline: (
    <path d="M3 3l18 18M8.500 13.500a6 6 0 0 1 5-1.400M5 10a11 11 0 0 1 4-2.400m4-.5a11 11 0 0 1 6 2.900M12 18v.2" />
  ),
  warning: <path d="M12 4 2.500 20h19zm0 6v5m0 2.500v.2" />,
  wave: <path d="M4 12h3l2-6 4 12 3-8 1.5 2H21" />,
} satisfies Record<string, ReactNode>;

export type IconName = keyof typeof shapes;

/** A line drawing that takes the text's colour; decoration only, the words beside it carry the meaning. */
export function Icon({ name, size = 18, filled = false }: { name: IconName; size?: number; filled?: boolean }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill={filled ? 'currentColor' : 'none'}
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapes[name]}
    </svg>
  );
}
