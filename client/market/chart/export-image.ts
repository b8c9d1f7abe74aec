import type { ChartColours } from './colours';

const HEAD = 44;
/** One more line, of what is drawn besides the price. */
const LINE = 20;
const PADDING = 14;

/** Puts a title above a picture of the chart, and hands it to the browser's downloads as PNG. */
export function saveImage(
  picture: HTMLCanvasElement,
  colours: ChartColours,
  { title, note, drawn, file }: { title: string; note: string; drawn: string; file: string },
): void {
  const head = HEAD + (drawn === '' ? 0 : LINE);
  const ratio = devicePixelRatio || 1;
  const canvas = document.createElement('canvas');
  canvas.width = picture.width;
  canvas.height = picture.height + head * ratio;
  const context = canvas.getContext('2d');
  if (context === null) return;
  context.fillStyle = colours.surface;
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, 0, head * ratio);
  context.scale(ratio, ratio);
  context.textBaseline = 'middle';
  context.fillStyle = colours.strong;
  context.font = `600 16px ${colours.font}`;
  context.fillText(title, PADDING, HEAD / 2);
  const width = context.measureText(title).width;
  context.fillStyle = colours.text;
  context.font = `12px ${colours.font}`;
  context.fillText(
    note,
    PADDING + width + 14,
    HEAD / 2 + 1,
    Math.max(40, canvas.width / ratio - width - PADDING * 2 - 14),
  );
  context.fillText(drawn, PADDING, HEAD / 2 + LINE + 2, canvas.width / ratio - PADDING * 2);
  canvas.toBlob((blob) => blob && download(blob, file), 'image/png');
}

function download(blob: Blob, file: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = file;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
