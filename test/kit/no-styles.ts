/** Stands for every CSS module in tests: a class is named as it is written. */
export default new Proxy<Record<string, string>>({}, { get: (_, name) => String(name) });
