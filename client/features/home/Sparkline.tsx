/** A day in one line. The numbers beside it say the same, so it is decoration. */
export function Sparkline({ closes, direction }: { closes: readonly string[]; direction: 'up' | 'down' | '' }) {
  const width = 96;
  const height = 32;
  if (closes.length < 2) return <svg width={width} height={height} aria-hidden="true" />;
  const values = closes.map(Number);
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * width;
    const y = height - 3 - ((value - low) / range) * (height - 6);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      className={direction}
      aria-hidden="true"
      preserveAspectRatio="none"
    >
      <polygon points={`0,${height} ${points.join(' ')} ${width},${height}`} fill="currentColor" opacity="0.1" />
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="1.5" strokeLinejoin="round" />
    </svg>
  );
}
