import { describe, expect, it } from '@jest/globals';
import ts from 'typescript';
import { overLimit, ratchet } from '../kit/ratchet.js';
import { read, sourceFiles } from '../kit/sources.js';

const LINES_PER_FILE_MAX = 400;
const LINES_PER_FUNCTION_MAX = 60;

const sources = sourceFiles();
const isTest = (path: string): boolean => path.startsWith('test/') || /\.(spec|testkit)\.tsx?$/.test(path);

describe('the source is tidy', () => {
  it(`has no file over ${LINES_PER_FILE_MAX} lines`, () => {
    const sizes = Object.fromEntries(sources.map((path) => [path, read(path).trimEnd().split('\n').length]));
    expect(overLimit(sizes, LINES_PER_FILE_MAX, ratchet.files, 'lines')).toEqual([]);
  });

  it(`has no function over ${LINES_PER_FUNCTION_MAX} lines`, () => {
    const sizes = Object.assign({}, ...sources.filter((path) => !isTest(path)).map(functionSizes));
    expect(overLimit(sizes, LINES_PER_FUNCTION_MAX, ratchet.functions, 'lines')).toEqual([]);
  });

  it('runs every test: none is singled out or left out', () => {
    const left = /\b(it|test|describe)(\.each)?\.(only|skip|todo|failing)\b|\b(fit|xit|fdescribe|xdescribe)\(/;
    expect(linesWith(left, sources.filter(isTest))).toEqual([]);
  });

  it('prints nothing from the server except from its command line programs', () => {
    const server = sources.filter((path) => path.startsWith('server/') && !path.startsWith('server/cli/'));
    expect(linesWith(/\bconsole\.\w+\(/, server)).toEqual([]);
  });

  it('packs no literal into another by spread: a field a line is read at a glance', () => {
    expect(
      linesWith(
        /(?<!\{)\.\.\.\{/,
        sources.filter((path) => !isTest(path)),
      ),
    ).toEqual([]);
  });

  it('leaves no note about work to be done', () => {
    expect(linesWith(new RegExp(`\\b(${['TO' + 'DO', 'FIX' + 'ME', 'HA' + 'CK'].join('|')})\\b`), sources)).toEqual([]);
  });

  it('never silences the compiler or the linter for a whole file', () => {
    expect(
      linesWith(
        /@ts-nocheck|(?:ox|es)lint-disable(?!-next-line|-line)/,
        sources.filter((path) => !path.endsWith('tidy.spec.ts')),
      ),
    ).toEqual([]);
  });
});

/** Lines of every function of a file, by path and name. */
function functionSizes(path: string): Record<string, number> {
  const text = read(path);
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : /js$/.test(path) ? ts.ScriptKind.JS : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, kind);
  const sizes: Record<string, number> = {};
  const lineOf = (position: number): number => source.getLineAndCharacterOfPosition(position).line;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body) {
      const name = `${path}#${nameOf(node, source)}`;
      sizes[name] = Math.max(sizes[name] ?? 0, lineOf(node.getEnd()) - lineOf(node.getStart(source)) + 1);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return sizes;
}

function nameOf(node: ts.SignatureDeclaration, source: ts.SourceFile): string {
  if (node.name) return node.name.getText(source);
  if (ts.isVariableDeclaration(node.parent) || ts.isPropertyAssignment(node.parent))
    return node.parent.name.getText(source);
  if (ts.isConstructorDeclaration(node)) return 'constructor';
  return 'nameless';
}

function linesWith(pattern: RegExp, paths: readonly string[]): string[] {
  return paths.flatMap((path) =>
    read(path)
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1} ${line.trim()}`] : [])),
  );
}
