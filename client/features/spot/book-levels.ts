import type { Formatter } from '../../lib/format';
import type { BookRow } from '../../market/book';
import styles from './BookPanel.module.css';

/** How a row's figures read. */
export interface LevelTexts {
  format: Formatter;
  decimals: number;
  quantityDecimals: number;
  /** The label of own orders of that quantity at a price. */
  mine: (quantity: string) => string;
}

/** A row that the pointer or the keyboard is on: `rank` 0 is the best price of its side. */
export interface Pointed {
  side: 'ask' | 'bid';
  rank: number;
}

const calm = matchMedia('(prefers-reduced-motion: reduce)');

const GLOW_MS = 300;
const GLOWS = 6;
const RACING_MS = 150;

interface Shown extends Partial<BookRow> {
  mine?: string;
}

/**
 * Writes one side of the book into its rows, and only what changed: twenty books a second leave no time for a virtual tree of
 * them. The rows are `[data-rank]` elements with a price, a quantity and a sum.
 */
export class LevelWriter {
  private readonly shown = new WeakMap<Element, Shown>();
  private writtenAt = 0;
  private glowsLeft = 0;

  constructor(private readonly texts: LevelTexts) {}

  /** `rows`: the best first; `own`: quantities of own orders by price. */
  write(list: Element, rows: readonly BookRow[], own: ReadonlyMap<string, string>): void {
    const now = performance.now();
    this.glowsLeft = now - this.writtenAt > RACING_MS ? GLOWS : 0;
    this.writtenAt = now;
    for (const element of list.children as Iterable<HTMLElement> & HTMLCollection) {
      const row = rows[Number(element.dataset['rank'])];
      if (row !== undefined) this.writeRow(element, row, own.get(row.price) ?? '');
    }
  }

  private writeRow(element: HTMLElement, row: BookRow, mine: string): void {
    const before = this.shown.get(element) ?? {};
    // oxlint-disable-next-line house/no-erasing-cast -- a row is made with three cells, in the same file.
    const [price, quantity, sum] = element.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    if (before.price !== row.price || before.mine !== mine) this.writePrice(element, price, row.price, mine);
    if (before.quantity !== row.quantity) {
      put(quantity, this.size(row.quantity));
      if (before.price === row.price) this.glow(element);
    }
    if (before.sum !== row.sum) put(sum, this.size(row.sum));
    if (before.share !== row.share) element.style.backgroundSize = `${(row.share * 100).toFixed(1)}% 100%`;
    this.shown.set(element, { ...row, mine });
  }

  private writePrice(row: HTMLElement, cell: HTMLElement, price: string, mine: string): void {
    const text = this.texts.format.decimal(price, this.texts.decimals);
    if (mine === '') {
      if (row.title !== '') row.removeAttribute('title');
      return put(cell, text);
    }
    row.title = this.texts.mine(mine);
    const line = span(styles.owned, text);
    line.prepend(span(styles.mine, this.brief(mine)));
    cell.replaceChildren(line, span('hidden-visually', row.title));
  }

  /** Long quantities are shortened, so that columns never run into each other. */
  private size(text: string): string {
    const { format } = this.texts;
    return wholeOf(text) > 6 ? format.compact(text) : format.decimal(text, this.decimalsOf(text));
  }

  /** The same without zeros at the end: beside the price there is less room. */
  private brief(text: string): string {
    const { format } = this.texts;
    return wholeOf(text) > 6 ? format.compact(text) : format.amount(text, this.decimalsOf(text));
  }

  private decimalsOf(text: string): number {
    return Math.max(0, Math.min(this.texts.quantityDecimals, 7 - wholeOf(text)));
  }

  /**
   * A short glow where the quantity at the same price changed, in a few rows at a time. A book that races does not glow: it
   * could not be told apart, and animations that never end would have the page drawn sixty times a second.
   */
  private glow(element: HTMLElement): void {
    if (this.glowsLeft <= 0 || calm.matches) return;
    this.glowsLeft -= 1;
    element.animate([{ backgroundColor: 'var(--bar)' }, { backgroundColor: 'transparent' }], GLOW_MS);
  }
}

const wholeOf = (text: string): number => text.split('.')[0]?.length ?? 0;

/** Changing a text node in place is cheaper than replacing it. */
function put(cell: HTMLElement, text: string): void {
  const node = cell.firstChild;
  if (node instanceof Text && node.nextSibling === null) node.data = text;
  else cell.textContent = text;
}

function span(className: string | undefined, text: string): HTMLSpanElement {
  const made = document.createElement('span');
  if (className !== undefined) made.className = className;
  made.textContent = text;
  return made;
}
