/** Closes a switch: the compiler refuses the call while a case is missing; at run time it halts loudly. */
export function never(value: never): never {
  throw new Error(`a case is missing for ${JSON.stringify(value)}`);
}
