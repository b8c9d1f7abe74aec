/** A reason not to start that whoever runs the server can act on: it is said without a stack, and ends with its code. */
export class Unfit extends Error {
  constructor(
    message: string,
    readonly exitCode = 2,
  ) {
    super(message);
  }
}
