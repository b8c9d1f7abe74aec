import type { Bar } from '../bars';
import type { Study, Values } from './types';

/** What an indicator of the library looks like from here. */
interface Machine<Input, Result> {
  update(input: Input, replace: boolean): Result | null;
  readonly isStable: boolean;
}

const NOTHING: Values = [];
export const finite = (value: number): number | null => (Number.isFinite(value) ? value : null);

/** A library indicator as a study: silent until it has seen enough, and where it divided by nothing. */
function study<Input, Result>(
  machine: Machine<Input, Result>,
  input: (bar: Bar) => Input,
  read: (result: Result) => readonly number[],
): Study {
  return {
    update(bar, replace) {
      const result = machine.update(input(bar), replace);
      return result === null || !machine.isStable ? NOTHING : read(result).map(finite);
    },
  };
}

type Make<Input, Result> = (params: number[]) => Machine<Input, Result>;
const one = (value: number): readonly number[] => [value];

/** One line computed from the closes. */
export const ofClose = (make: Make<number, number>) => (params: readonly number[]) =>
  study(make([...params]), (bar) => bar.close, one);

/** One line computed from whole candles. */
export const ofBar = (make: Make<Bar, number>) => (params: readonly number[]) =>
  study(make([...params]), (bar) => bar, one);

/** One line computed from the volumes. */
export const ofVolume = (make: Make<number, number>) => (params: readonly number[]) =>
  study(make([...params]), (bar) => bar.volume, one);

/** Several lines computed from the closes. */
export const linesOfClose =
  <Result>(make: Make<number, Result>, read: (result: Result) => readonly number[]) =>
  (params: readonly number[]) =>
    study(make([...params]), (bar) => bar.close, read);

/** Several lines computed from whole candles. */
export const linesOfBar =
  <Result>(make: Make<Bar, Result>, read: (result: Result) => readonly number[]) =>
  (params: readonly number[]) =>
    study(make([...params]), (bar) => bar, read);
