import type { ReactNode } from 'react';
import type { ToolId } from './drawings/tools';
import type { Look } from './layout';

const dot = (x: number, y: number) => <circle cx={x} cy={y} r="2" />;

const tools: Record<ToolId, ReactNode> = {
  trend: (
    <>
      {dot(5, 18)}
      {dot(19, 6)}
      <path d="m6.600 16.700 10.800-9.400" />
    </>
  ),
  arrow: <path d="M5 19 19 5m-8 0h8v8" />,
  ray: (
    <>
      {dot(5, 18)}
      {dot(12, 12)}
      <path d="m6.600 16.700 3.800-3.400m3.200-2.700L21 4" />
    </>
  ),
  extended: (
    <>
      {dot(8, 15.5)}
      {dot(16, 8.5)}
      <path d="m9.600 14.200 4.800-4.300M3 20l3.400-3M17.700 7 21 4" />
    </>
  ),
  horizontal: (
    <>
      {dot(12, 12)}
      <path d="M3 12h7m4 0h7" />
    </>
  ),
  vertical: (
    <>
      {dot(12, 12)}
      <path d="M12 3v7m0 4v7" />
    </>
  ),
  channel: <path d="M3 15 15 5m-6 14L21 9M6 17 18 7" />,
  fib: <path d="M4 5h16M4 10h16M4 14h16M4 19h16" />,
  rectangle: <path d="M4 6h16v12H4z" />,
  measure: <path d="m3 15.500 12.500-12.500L21 8.500 8.500 21zM8 11l2 2m1.500-5.500 2 2M15 4l2 2" />,
  text: <path d="M5 7V5h14v2M12 5v14m-3 0h6" />,
};

const looks: Record<Look, ReactNode> = {
  candles: <path d="M7 3v4m0 8v6M5 7h4v8H5zm12-4v3m0 9v6M15 6h4v9h-4z" />,
  hollow: <path d="M12 2v5m0 10v5M8 7h8v10H8z" />,
  bars: <path d="M8 4v16M4.500 8H8m0 8h3.500M16 3v15m-3.500-4H16m0-8h3.500" />,
  heikin: <path d="M5 12v8m0-8H3v5h4v-5zm7-5v9M10 9h4v6h-4zm7-6v9M17 4h-2v6h4V4z" />,
  line: <path d="m3 17 5-6 4 4 8-10" />,
  area: <path d="m3 15 5-6 4 4 8-9v16H3z" />,
};

const others = {
  cursor: <path d="m6 3 12 9-5.500 1 3 6-2.500 1-3-6L6 18z" />,
  indicators: <path d="M3 18c4 0 4-12 9-12s5 8 9 8M3 21h18" />,
  compare: <path d="m3 16 5-5 4 3 8-8M3 9l5 7 4-5 8 7" />,
  pencil: <path d="m4 20 1-4L16 5l3 3L8 19zM14 7l3 3" />,
  layouts: <path d="M4 4h7v7H4zm9 0h7v7h-7zM4 13h7v7H4zm9 0h7v7h-7z" />,
  settings: <path d="M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.500v5M8.5 14.500v5" />,
  camera: <path d="M4 8h4l1.500-2.500h5L16 8h4v11H4zm8 2.500a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z" />,
  table: <path d="M4 5h16v14H4zM4 10h16M4 14.500h16M10 5v14" />,
  full: <path d="M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5" />,
  small: <path d="M9 4v5H4m16 0h-5V4m0 16v-5h5M4 15h5v5" />,
  magnet: <path d="M6 4v8a6 6 0 0 0 12 0V4h-4v8a2 2 0 0 1-4 0V4zm0 4h4m4 0h4" />,
  undo: <path d="M8 5 4 9l4 4M4 9h10a5 5 0 0 1 0 10h-4" />,
  redo: <path d="m16 5 4 4-4 4m4-4H10a5 5 0 0 0 0 10h4" />,
  trash: <path d="M5 7h14m-9 0V4h4v3m-7 0 1 13h8l1-13" />,
  objects: <path d="m12 4 9 5-9 5-9-5zm-9 9 9 5 9-5" />,
  latest: <path d="m5 6 6 6-6 6m7-12 6 6-6 6" />,
} satisfies Record<string, ReactNode>;

export type ChartIconName = keyof typeof others | `tool.${ToolId}` | `look.${Look}`;

function shapeOf(name: ChartIconName): ReactNode {
  if (name.startsWith('tool.')) return tools[name.slice(5) as ToolId];
  if (name.startsWith('look.')) return looks[name.slice(5) as Look];
  return others[name as keyof typeof others];
}

/** The chart's own line drawings; the words beside them carry the meaning. */
export function ChartIcon({ name, size = 18 }: { name: ChartIconName; size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {shapeOf(name)}
    </svg>
  );
}
