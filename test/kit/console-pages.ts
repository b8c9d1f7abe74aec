import type { Page, Response } from 'playwright-core';
import type { ReviewQueue, StaffRole } from '../../contracts/staff.contract.js';
import { REVIEW_QUEUES, STAFF_ROLES } from '../../contracts/staff.contract.js';
import { unfit } from './axe.js';
import { overflowOf, photograph } from './browser.js';
import { goTo, rowsOf } from './console.js';
import { mayOpen } from './console-access.js';
import { wordsOf } from './words.js';

interface Declared {
  readonly name: string;
  readonly show?: unknown;
}

interface Formats {
  formatDecimal(tag: string, amount: string): string;
  formatShare(tag: string, share: string, decimals?: number): string;
  formatCount(tag: string, count: number): string;
}

// As with `console-access`: the compiler must not follow these paths.
const [list, format]: string[] = ['../../admin/resources.js', '../../admin/lib/format.js'];
const { resources } = (await import(String(list))) as { resources: readonly Declared[] };
const { formatDecimal, formatShare, formatCount } = (await import(String(format))) as Formats;

type Row = Readonly<Record<string, unknown>>;

/** A page of the console: a noun, and the member of the staff who opens it. */
export interface ConsolePage {
  readonly name: string;
  readonly role: StaffRole;
  /** Whether a row leads to a page of its own. */
  readonly hasShow: boolean;
}

const [TAG, EVERY_QUEUE] = ['en-US', REVIEW_QUEUES as readonly ReviewQueue[]];

/** Every page that the console declares, each with the first role that may open it; an auditor reads most. */
export function consolePages(): ConsolePage[] {
  const roles = ['auditor' as const, ...STAFF_ROLES];
  return resources.map(({ name, show }) => {
    const role = roles.find((each) => mayOpen([each], name, 'list', EVERY_QUEUE));
    if (role === undefined) throw new Error(`nobody may open ${name}`);
    return { name, role, hasShow: show !== undefined };
  });
}

/** The rows that the server answered last, by list. */
export function watchRows(page: Page): Map<string, readonly Row[]> {
  const rows = new Map<string, readonly Row[]>();
  const keep = async (answer: Response): Promise<void> => {
    const name = /[/]staff[/]([\w-]+)[?]/.exec(answer.url())?.[1];
    if (name === undefined || !answer.ok()) return;
    const body: unknown = await answer.json().catch(() => null);
    if (Array.isArray(body)) rows.set(name, body as Row[]);
  };
  page.on('response', (answer) => void keep(answer));
  return rows;
}

/** Runs in the page: name, head and text of every cell of the first row. */
const CELLS = `(() => {
  const nameOf = (cell) => [...cell.classList].find((name) => name.startsWith('column-'))?.slice(7) ?? '';
  const heads = new Map([...document.querySelectorAll('main thead th')].map((head) => [nameOf(head), head.innerText.trim()]));
  const row = document.querySelector('main tbody .RaDataTable-row');
  return [...(row?.querySelectorAll('td') ?? [])].map((cell) => ({
    name: nameOf(cell),
    head: heads.get(nameOf(cell)) ?? '',
    text: cell.innerText.trim(),
  }));
})()`;

interface Cell {
  readonly name: string;
  readonly head: string;
  readonly text: string;
}

/** A later number is an instant in milliseconds. */
const LARGEST_COUNT = 100_000_000_000;

/** Whole: 5 is not in 15, in 0.5 or in 5,000. */
const isIn = (text: string, figure: string): boolean =>
  new RegExp(`(?<![\\d.,])${figure.replaceAll(/[.+]/g, String.raw`\$&`)}(?!\\d|[.,]\\d)`).test(text);

/** Whether a cell shows the figure that the server answered; what is no figure must be shown somehow. */
function isShown(value: unknown, text: string): boolean {
  if (value === undefined || value === null || value === '') return true;
  // A dash stands for none as well.
  const ways = [String(value), ...(Number(value) === 0 ? ['–'] : [])];
  if (typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value))
    ways.push(formatDecimal(TAG, value), ...[2, 4, 6].map((decimals) => formatShare(TAG, value, decimals)));
  else if (typeof value === 'number' && Math.abs(value) < LARGEST_COUNT) ways.push(formatCount(TAG, value));
  else return text !== '';
  return ways.some((way) => isIn(text, way));
}

/** Keys of texts that have no words. */
const WORDLESS = /\b(?:console|resources|review|policy|message)\.[\w-]+\.[\w.-]+/g;

/** What is wrong with an open page, whatever it shows; lists are examined for people who see or hear little, too. */
async function faultsOf(page: Page, examine: boolean): Promise<string[]> {
  const text = await page.locator('body').innerText();
  const failed = await page.locator('main .MuiAlert-colorError').allInnerTexts();
  const wordless = [...text.matchAll(WORDLESS)].map(([key]) => key);
  const overflow = await overflowOf(page);
  const wrong = [...failed, ...wordless, ...(overflow === 0 ? [] : [`sticks out by ${overflow} px`])];
  return examine ? [...wrong, ...(await unfit(page))] : wrong;
}

const NO_TABLE = 'no table';

/** What is wrong with the first row, against the server's answer and the words of the columns. */
async function wrongIn(page: Page, name: string, answered: readonly Row[]): Promise<string[]> {
  const t = wordsOf('en');
  const cells = await page.evaluate<Cell[]>(CELLS);
  const rows = await rowsOf(page).count();
  if (rows === 0 && (await page.locator('main .RaDataTable-tableWrapper').count()) === 0) return [NO_TABLE];
  if (rows !== answered.length) return [`${rows} rows are shown of ${answered.length}`];
  return cells.flatMap(({ name: source, head, text }) => {
    const value = answered[0]?.[source];
    const label = source === '' ? head : t(`console:resources.${name}.fields.${source}`);
    return [
      ...(head === label ? [] : [`${source}: headed ${head}, not ${label}`]),
      ...(isShown(value, text) ? [] : [`${source}: ${String(value)} is shown as ${text}`]),
    ];
  });
}

const settled = (page: Page): Promise<void> =>
  page.locator('main [role=progressbar]').first().waitFor({ state: 'detached' });

/** What is still wrong after some seconds: a page that is drawn, and a list that is read again, need a moment. */
async function lasting(read: () => Promise<string[]>, seconds = 5): Promise<string[]> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const wrong = await read();
    if (wrong.length === 0 || Date.now() >= end) return wrong;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** What a look at a page found. */
export interface PageLook {
  /** How its list is shown: not at all where it asks for none, by the page itself, empty, or as a table. */
  readonly list: 'none' | 'own' | 'empty' | 'table';
  readonly wrong: readonly string[];
}

/** Opens a list, and its first record where it has a page. */
export async function lookAt(
  page: Page,
  answers: Map<string, readonly Row[]>,
  { name, hasShow }: ConsolePage,
): Promise<PageLook> {
  const look = async (place: string, picture: string): Promise<string[]> => {
    await goTo(page, place);
    await settled(page);
    await photograph(page, `console-page-${picture}`);
    return lasting(() => faultsOf(page, place === name));
  };
  const named = (wrong: readonly string[]) => wrong.map((each) => `${name}: ${each}`);
  // The list of another page may have been read under this name before.
  answers.delete(name);
  const wrong = await look(name, name);
  const unanswered = await lasting(async () => (answers.has(name) ? [] : ['no answer']));
  if (unanswered.length > 0) return { list: 'none', wrong: named(wrong) };
  const figures = await lasting(() => wrongIn(page, name, answers.get(name) ?? []));
  const rows = answers.get(name) ?? [];
  const isOwn = rows.length > 0 && figures.includes(NO_TABLE);
  const id = rows[0]?.['id'];
  const shows = hasShow && id !== undefined;
  const record = shows ? await look(`${name}/${encodeURIComponent(String(id))}/show`, `${name}-show`) : [];
  const list = rows.length === 0 ? 'empty' : isOwn ? 'own' : 'table';
  return { list, wrong: named([...wrong, ...figures.filter((each) => each !== NO_TABLE), ...record]) };
}
