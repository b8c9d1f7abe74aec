/** A map of at most so many entries: a new one takes the place of the one that was set first. */
export class BoundedMap<Key, Value> extends Map<Key, Value> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: Key, value: Value): this {
    if (this.size >= this.most && !this.has(key)) this.drop();
    return super.set(key, value);
  }

  /** What is kept of the key, else what `make` answers, which is kept from now on. */
  of(key: Key, make: () => Value): Value {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }

  private drop(): void {
    for (const oldest of this.keys()) return void this.delete(oldest);
  }
}
