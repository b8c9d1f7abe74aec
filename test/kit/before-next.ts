/** Lets the next call of a method, private ones too, wait until something has happened: what comes between two steps. */
export function beforeNext(of: object, method: string, happens: () => Promise<unknown>): void {
  const target = of as Record<string, unknown>;
  const original = target[method] as (...given: unknown[]) => unknown;
  target[method] = async (...given: unknown[]) => {
    delete target[method];
    await happens();
    return original.apply(of, given);
  };
}
