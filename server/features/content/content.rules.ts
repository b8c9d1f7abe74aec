import {
  CONTENT_LIMITS,
  type ContentFields,
  type ContentKind,
  type ContentText,
  type ContentTexts,
} from '../../../contracts/content.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';
import { refuse, type Refusal } from '../../core/refusal.js';

/** A banner is a title, a line and a link; everything else has a text to open. */
function hasBody(kind: ContentKind): boolean {
  return kind !== 'banner';
}

/** The languages in which an entry cannot be published yet. */
export function missingLanguages(kind: ContentKind, texts: ContentTexts): Language[] {
  return languageKeys.filter((language) => !isWhole(kind, texts[language]));
}

export function isWhole(kind: ContentKind, text: ContentText | undefined): boolean {
  if (text === undefined || text.title.trim() === '') return false;
  return hasBody(kind) ? text.body.trim() !== '' : text.summary.trim() !== '';
}

/** The problems of an entry in any state; a draft may lack languages, but must be safe to show. */
export function fieldsProblem(kind: ContentKind, fields: ContentFields): Refusal | undefined {
  if (kind === 'help' && fields.category === null) return refuse('content.category-required');
  if (kind !== 'help' && fields.category !== null) return refuse('content.category-not-for-kind', { kind });
  if (fields.link !== null && !isSafeLink(fields.link)) return refuse('content.link-unsafe', { link: fields.link });
  for (const language of languageKeys) {
    const text = fields.texts[language];
    const problem = text && textProblem(language, text);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function textProblem(language: Language, text: ContentText): Refusal | undefined {
  const limits = [
    ['title', CONTENT_LIMITS.titleLength],
    ['summary', CONTENT_LIMITS.summaryLength],
    ['body', CONTENT_LIMITS.bodyLength],
  ] as const;
  for (const [part, limit] of limits)
    if (text[part].length > limit) return refuse('content.text-too-long', { language, part, limit });
  return markupProblem(language, text.body);
}

/** A path of our own screens, or an address that is encrypted. A second slash or a backslash would lead elsewhere. */
export function isSafeLink(link: string): boolean {
  if (link.length > CONTENT_LIMITS.linkLength || /[\s\p{Cc}<>"\\]/u.test(link)) return false;
  return /^\/(?![/&])/.test(link) || /^#[\w-]*$/.test(link) || /^https:\/\/[^/]/.test(link);
}

/**
 * What the text of an entry may not hold, by line: raw HTML, images, and links that are neither paths of ours, encrypted addresses
 * nor mail addresses. Code, in fences or backticks, may show anything. Renderers escape again.
 */
export function markupProblem(language: Language, body: string): Refusal | undefined {
  let fence: string | undefined;
  for (const [index, row] of body.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(row);
    if (fence !== undefined) {
      if (mark?.[1]?.startsWith(fence) === true && mark[2]?.trim() === '') fence = undefined;
      continue;
    }
    if (mark !== null && !(mark[1]?.startsWith('`') === true && mark[2]?.includes('`') === true)) {
      fence = mark[1];
      continue;
    }
    const problem = lineProblem(language, index + 1, withoutCode(row));
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function lineProblem(language: Language, line: number, row: string): Refusal | undefined {
  const html = /<[a-z/!?][^\s>]{0,20}/i.exec(row);
  if (html !== null) return refuse('content.html-not-allowed', { language, line, found: html[0] });
  if (/!\[/.test(row)) return refuse('content.image-not-allowed', { language, line });
  for (const destination of destinationsIn(row))
    if (!isSafeLink(destination) && !/^mailto:[\w.+-]+@[\w.-]+$/.test(destination))
      return refuse('content.link-in-text-unsafe', { language, line, found: destination.slice(0, 60) });
  return undefined;
}

/** Where links of a line lead: `[text](here)`, and `[name]: here`. */
function destinationsIn(row: string): string[] {
  const inline = [...row.matchAll(/\]\(\s*([^\s)]*)/g)].map((found) => found[1] ?? '');
  const definition = /^[\s>*+\d.-]*\[[^\]]+\]:\s*(\S*)/.exec(row);
  return definition === null ? inline : [...inline, definition[1] ?? ''];
}

/** The line without spans of code and without escaped signs, which mean nothing. */
function withoutCode(row: string): string {
  let rest = '';
  for (let at = 0; at < row.length;) {
    const ticks = /^`+/.exec(row.slice(at))?.[0].length ?? 0;
    if (row[at] === '\\') at += 2;
    else if (ticks === 0) rest += row[at++];
    else {
      const close = new RegExp(`(?<!\`)\`{${ticks}}(?!\`)`).exec(row.slice(at + ticks));
      at += ticks + (close === null ? 0 : close.index + ticks);
      rest += ' ';
    }
  }
  return rest;
}
