import { describe, expect, it } from '@jest/globals';
import { declaredTitles, failedFiles, lostTitles, secondLook, slowest, suitesOf } from './suites.mjs';

const result = (name: string, seconds: number, ...titles: [status: string, title: string][]) => ({
  name: `/house/${name}`,
  startTime: 5_000,
  endTime: 5_000 + seconds * 1000,
  assertionResults: titles.map(([status, title]) => ({ status, title, ancestorTitles: ['an order'] })),
});

describe('the manifest of a run', () => {
  it('has the seconds of every test file, and the titles that ran', () => {
    const report = { testResults: [result('test/a.spec.ts', 2.5, ['passed', 'is kept'], ['pending', 'is left out'])] };
    expect(suitesOf(report, '/house')).toEqual([
      { path: 'test/a.spec.ts', seconds: 2.5, titles: ['an order › is kept'] },
    ]);
  });

  it('is empty for a stage that ended without a report', () => expect(suitesOf(null)).toEqual([]));

  it('names the longest files first', () => {
    const report = { testResults: [result('a.spec.ts', 1), result('b.spec.ts', 65), result('c.spec.ts', 2)] };
    const lines = slowest(suitesOf(report, '/house'), 2).map((line: string) => line.trim());
    expect(lines).toEqual(['1 min 5 s  b.spec.ts', '2.0 s  c.spec.ts']);
  });
});

describe('a declared test', () => {
  const source =
    "it('keeps (all) of it'); it.each(table)('takes %s and $name', work); it(`costs ${n} USDT`); it(title)";
  const ran = (...titles: string[]) => lostTitles([{ path: 'a.spec.ts', titles }], ['a.spec.ts'], () => source);

  it('is found by its title, whatever is filled in', () => {
    expect(declaredTitles('a.spec.ts', source)).toHaveLength(3);
    expect(ran('an order › keeps (all) of it', 'takes 5 and BTC', 'an order › costs 7 USDT')).toEqual([]);
  });

  it('that no run shows is lost', () => {
    expect(ran('an order › keeps (all) of it', 'takes 5 and BTC')).toEqual([
      'a.spec.ts: `costs ${n} USDT` did not run',
    ]);
  });

  it('is not taken for another whose title ends alike', () => {
    expect(ran('never keeps (all) of it', 'takes 5 and BTC', 'costs 7 USDT')).toEqual([
      "a.spec.ts: 'keeps (all) of it' did not run",
    ]);
  });

  it('is lost with its whole file', () => {
    expect(lostTitles([], ['a.spec.ts'], () => source)).toEqual(['a.spec.ts did not run']);
  });
});

describe('a second look at files that failed', () => {
  const looked = (name: string, ...titles: [status: string, title: string][]) => {
    const status = titles.every(([seen]) => seen === 'passed') ? 'passed' : 'failed';
    return { ...result(name, 1, ...titles), status };
  };
  const broken = (name: string) => ({ ...result(name, 1), status: 'failed' });
  const first = {
    testResults: [
      looked('a.spec.ts', ['passed', 'is kept']),
      looked('b.spec.ts', ['failed', 'waits'], ['failed', 'is wrong'], ['passed', 'is fine']),
      broken('c.spec.ts'),
    ],
  };

  it('is one at those alone', () => expect(failedFiles(first)).toEqual(['/house/b.spec.ts', '/house/c.spec.ts']));

  it('is none where a run ended without a report', () => expect(failedFiles(null)).toEqual([]));

  it('counts what it saw instead, and names what failed once alone', () => {
    const second = {
      testResults: [
        looked('b.spec.ts', ['passed', 'waits'], ['failed', 'is wrong'], ['passed', 'is fine']),
        looked('c.spec.ts', ['passed', 'loads']),
      ],
    };
    const { report, flaky } = secondLook(first, second);
    expect(report).toMatchObject({ numPassedTests: 4, numFailedTests: 1, numRuntimeErrorTestSuites: 0 });
    expect(flaky).toEqual(['an order › waits', '/house/c.spec.ts']);
  });

  it('finds what fails again failed, a file that does not load too', () => {
    const { report, flaky } = secondLook(first, { testResults: first.testResults.slice(1) });
    expect(report).toMatchObject({ numPassedTests: 2, numFailedTests: 2, numRuntimeErrorTestSuites: 1 });
    expect(flaky).toEqual([]);
  });
});
