import ts from 'typescript';
import { read } from './sources.js';

/** A source file's use of texts. */
export interface TextUse {
  path: string;
  /** Texts that stand as they are: string literals, and templates without holes. */
  literals: string[];
  /** Templates with holes, as patterns: `screen.${name}` is `screen\.(.+)`. */
  patterns: RegExp[];
  /** First arguments of `t(…)` that are known, as `noun:key` or `key`. */
  keys: string[];
  /** Words between tags, or in attributes that people read: they belong into `locales/`. */
  hardCoded: string[];
}

/** Attributes that a person reads or hears. */
const SPOKEN = new Set(['alt', 'aria-label', 'aria-description', 'label', 'placeholder', 'title', 'description']);
const WORD = /\p{L}{2,}/u;

/** Reads a TypeScript file for its literals, its text keys and its hard-coded texts. */
export function textUse(path: string): TextUse {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(path, read(path), ts.ScriptTarget.Latest, true, kind);
  const use: TextUse = { path, literals: [], patterns: [], keys: [], hardCoded: [] };
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) use.literals.push(node.text);
    else if (ts.isTemplateExpression(node)) use.patterns.push(patternOf(node));
    else if (ts.isPropertyAssignment(node) && ts.isIdentifier(node.name)) use.literals.push(node.name.text);
    else if (ts.isJsxText(node) && WORD.test(node.text)) use.hardCoded.push(node.text.trim());
    else if (ts.isJsxAttribute(node) && SPOKEN.has(node.name.getText())) note(use, node.initializer);
    else if (ts.isCallExpression(node)) noteKey(use, node);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return use;
}

function note(use: TextUse, value: ts.JsxAttributeValue | undefined): void {
  if (value !== undefined && ts.isStringLiteral(value) && WORD.test(value.text)) use.hardCoded.push(value.text);
}

function noteKey(use: TextUse, { expression, arguments: [first] }: ts.CallExpression): void {
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText();
  if (name === 't' && first !== undefined && ts.isStringLiteralLike(first)) use.keys.push(first.text);
}

function patternOf(template: ts.TemplateExpression): RegExp {
  const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const parts = template.templateSpans.map(({ literal }) => `.+${escaped(literal.text)}`);
  return new RegExp(`^${escaped(template.head.text)}${parts.join('')}$`);
}

/** A key without its plural form. */
export const withoutPlural = (key: string): string => key.replace(/_(zero|one|two|few|many|other)$/, '');
