/** A reason not to start that the operator can act on: printed without a stack, with its exit code. */
export class Unfit extends Error {
  constructor(
    message: string,
    readonly exitCode = 2,
  ) {
    super(message);
  }
}
