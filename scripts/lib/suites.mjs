// The manifest of a test run: every test file with its seconds and the titles that ran in it.
import { relative, sep } from 'node:path';
import ts from 'typescript';
import { ROOT, filesBelow, readOrNull } from './files.mjs';
import { duration } from './terminal.mjs';

const SPEC = /\.spec\.tsx?$/;
const BETWEEN = ' › ';

/** The test files of jest's report, as `{ path, seconds, titles }`; a title that was left out is not among them. */
export function suitesOf(report, root = ROOT) {
  return (report?.testResults ?? []).map(({ name, startTime, endTime, assertionResults }) => ({
    path: relative(root, name).split(sep).join('/'),
    seconds: (endTime - startTime) / 1000,
    titles: assertionResults
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(BETWEEN)),
  }));
}

/** The test files that failed, as jest names them; one that could not even be loaded is among them. */
export function failedFiles(report) {
  return (report?.testResults ?? []).filter(({ status }) => status === 'failed').map(({ name }) => name);
}

/**
 * jest's report with the files of a second one in place of their own, and the titles that failed in the first alone: `flaky`, which
 * a run says aloud, for a test that passes now and then proves little.
 */
export function secondLook(report, second) {
  const seenAgain = new Map(second.testResults.map((result) => [result.name, result]));
  const testResults = report.testResults.map((result) => seenAgain.get(result.name) ?? result);
  const firstLook = report.testResults.filter(({ name }) => seenAgain.has(name));
  const failedAgain = new Set(second.testResults.flatMap(failedTitles));
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
  const countOf = (status) => tests.filter((test) => test.status === status).length;
  const merged = {
    testResults,
    numPassedTests: countOf('passed'),
    numFailedTests: countOf('failed'),
    numPendingTests: countOf('pending'),
    numRuntimeErrorTestSuites: testResults.filter((result) => result.status === 'failed' && !hasFailure(result)).length,
  };
  return { report: merged, flaky: firstLook.flatMap(failedTitles).filter((title) => !failedAgain.has(title)) };
}

const hasFailure = ({ assertionResults }) => assertionResults.some(({ status }) => status === 'failed');

/** Of a test file; one that could not be loaded, or whose hooks failed, is named itself. */
function failedTitles({ name, status, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (status === 'failed' && failed.length === 0) return [name];
  return failed.map(({ ancestorTitles, title }) => [...ancestorTitles, title].join(BETWEEN));
}

/** The test files that took longest, one line each. */
export function slowest(suites, count = 10) {
  return [...suites]
    .sort((a, b) => b.seconds - a.seconds)
    .slice(0, count)
    .map(({ path, seconds }) => `${duration(seconds * 1000).padStart(12)}  ${path}`);
}

/** Every test that a file declares and that no run of it shows, one sentence each: nothing may fall between the levels. */
export function lostTitles(suites, paths = specFiles(), read = (path) => readOrNull(path)?.toString('utf8') ?? '') {
  const ran = new Map(suites.map(({ path, titles }) => [path, titles]));
  return paths.flatMap((path) => {
    const titles = ran.get(path);
    if (titles === undefined) return [`${path} did not run`];
    return declaredTitles(path, read(path))
      .filter(({ pattern }) => !titles.some((title) => pattern.test(title)))
      .map(({ title }) => `${path}: ${title} did not run`);
  });
}

/** Every test file of the project, but those of the whole sweep, which has a command of its own. */
export function specFiles() {
  return filesBelow('').filter((path) => SPEC.test(path) && !path.startsWith('test/sweep/'));
}

/** The titles that a test file declares, with the pattern of what jest makes of each; computed ones are not known. */
export function declaredTitles(path, text) {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind);
  const found = [];
  const visit = (node) => {
    const pattern = ts.isCallExpression(node) && isTest(node.expression) && patternOf(node.arguments[0]);
    if (pattern)
      found.push({
        title: node.arguments[0].getText(source),
        pattern: new RegExp(`(^|${BETWEEN})${pattern}$`, 's'),
      });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** `it`, `test`, and each of a table: `it.each(table)`, also with a template. */
function isTest(callee) {
  if (ts.isIdentifier(callee)) return callee.text === 'it' || callee.text === 'test';
  const each = ts.isCallExpression(callee) ? callee.expression : ts.isTaggedTemplateExpression(callee) && callee.tag;
  return Boolean(each) && ts.isPropertyAccessExpression(each) && each.name.text === 'each' && isTest(each.expression);
}

/** What is filled in may be anything: `%s` and `$name` by jest, `${…}` by the file itself. */
function patternOf(title) {
  if (title === undefined) return undefined;
  if (ts.isStringLiteralLike(title)) return filledIn(title.text);
  if (!ts.isTemplateExpression(title)) return undefined;
  return [title.head, ...title.templateSpans.map(({ literal }) => literal)]
    .map(({ text }) => filledIn(text))
    .join('.*');
}

function filledIn(text) {
  return text
    .split(/%[a-zA-Z#$%]|\$[\w.#]+/)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'))
    .join('.*');
}
