/** A small trend; its words are its text equivalent. Points are evenly spaced, null is a gap. */
export function Sparkline({
  points,
  words,
  width = 72,
  height = 20,
}: {
  points: (number | null)[];
  words: string;
  width?: number;
  height?: number;
}) {
  const top = Math.max(...points.map((p) => p ?? 0), 0) || 1;
  const step = points.length > 1 ? (width - 2) / (points.length - 1) : 0;
  let path = '';
  let pen = false;
  points.forEach((p, i) => {
    if (p === null) {
      pen = false;
      return;
    }
    path += `${pen ? 'L' : 'M'}${(1 + i * step).toFixed(1)} ${(height - 2 - (p / top) * (height - 4)).toFixed(1)}`;
    pen = true;
  });
  return (
    <svg width={width} height={height} role="img" aria-label={words} style={{ display: 'block' }}>
      <title>{words}</title>
      <path
        d={path}
        fill="none"
        stroke="var(--cw-accent)"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
