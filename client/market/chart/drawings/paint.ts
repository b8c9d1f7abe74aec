import type { ChartColours } from '../colours';
import type { Point, Segment, Shape } from './geometry';
import type { ToolId } from './tools';

interface Style {
  tool: ToolId;
  colour: string;
  rises: boolean;
  /** Places to take hold of; none when it is not selected. */
  handles: readonly Point[];
  colours: ChartColours;
}

/** Puts a shape on the canvas. */
export function paint(context: CanvasRenderingContext2D, shape: Shape, style: Style): void {
  const { colours, tool } = style;
  const colour = tool === 'measure' ? (style.rises ? colours.accent : colours.down) : style.colour;
  context.save();
  context.lineCap = 'round';
  context.strokeStyle = colour;
  context.fillStyle = colour;
  if (shape.area !== null) fill(context, shape.area, tool === 'fib' ? 0.06 : 0.14);
  stroke(context, shape.lines, tool === 'fib' ? 1 : 1.5);
  stroke(context, shape.fine, tool === 'arrow' ? 1.5 : 1, tool === 'channel' || tool === 'fib' ? [4, 4] : []);
  context.font = `12px ${colours.font}`;
  context.textBaseline = 'middle';
  for (const { at, text, align } of shape.captions) {
    if (tool === 'measure') bubble(context, at, text, colour, colours.surface);
    else if (tool === 'text') note(context, at, text, colour);
    else {
      context.font = `11px ${colours.font}`;
      context.textAlign = at.x < 90 ? 'left' : align;
      context.fillText(text, at.x < 90 ? Math.max(at.x, 4) + 10 : at.x, at.y - (at.x < 90 ? 7 : 0));
    }
  }
  for (const handle of style.handles) grip(context, handle, colours);
  context.restore();
}

function stroke(
  context: CanvasRenderingContext2D,
  segments: readonly Segment[],
  width: number,
  dash: number[] = [],
): void {
  context.lineWidth = width;
  context.setLineDash(dash);
  context.beginPath();
  for (const [a, b] of segments) {
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
  }
  context.stroke();
  context.setLineDash([]);
}

function fill(context: CanvasRenderingContext2D, corners: readonly Point[], opacity: number): void {
  context.globalAlpha = opacity;
  context.beginPath();
  for (const [at, { x, y }] of corners.entries()) {
    if (at === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  }
  context.closePath();
  context.fill();
  context.globalAlpha = 1;
}

/** The measured figures, a line each, on a plate of the drawing's colour. */
function bubble(context: CanvasRenderingContext2D, at: Point, text: string, back: string, front: string): void {
  const lines = text.split('\n');
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 16;
  const height = lines.length * 17 + 8;
  const canvas = context.canvas.width / (devicePixelRatio || 1);
  const x = Math.min(Math.max(at.x - width / 2, 4), Math.max(4, canvas - width - 4));
  const y = at.y > height + 20 ? at.y - height / 2 - 14 : at.y;
  context.fillStyle = back;
  context.beginPath();
  context.roundRect(x, y, width, height, 5);
  context.fill();
  context.fillStyle = front;
  context.textAlign = 'center';
  for (const [row, line] of lines.entries()) context.fillText(line, x + width / 2, y + 12.5 + row * 17);
}

function note(context: CanvasRenderingContext2D, at: Point, text: string, colour: string): void {
  context.fillStyle = colour;
  context.textAlign = 'left';
  context.font = context.font.replace('12px', '13px');
  context.fillText(text, at.x, at.y);
}

function grip(context: CanvasRenderingContext2D, { x, y }: Point, colours: ChartColours): void {
  context.beginPath();
  context.arc(x, y, 5, 0, 2 * Math.PI);
  context.fillStyle = colours.surface;
  context.fill();
  context.lineWidth = 2;
  context.strokeStyle = colours.accent;
  context.stroke();
}
