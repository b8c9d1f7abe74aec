interface Node<Value> {
  readonly key: string;
  value: Value;
  older: Node<Value> | null;
  newer: Node<Value> | null;
}

/**
 * Values by key, in the order of their last use. A `Map` whose keys are taken out and put back does the same until one key is used most: it
 * walks over every hole that this key left, 75 µs a use among 50,000 keys.
 */
export class Recent<Value> {
  private readonly nodes = new Map<string, Node<Value>>();
  private oldest: Node<Value> | null = null;
  private newest: Node<Value> | null = null;

  get size(): number {
    return this.nodes.size;
  }

  /** Counts as a use. */
  get(key: string): Value | undefined {
    const node = this.nodes.get(key);
    if (node === undefined) return undefined;
    if (node !== this.newest) {
      this.unlink(node);
      this.append(node);
    }
    return node.value;
  }

  /** Does not. */
  peek(key: string): Value | undefined {
    return this.nodes.get(key)?.value;
  }

  /** A new key counts as used now; a known one keeps its place. */
  set(key: string, value: Value): void {
    const known = this.nodes.get(key);
    if (known !== undefined) {
      known.value = value;
      return;
    }
    const node: Node<Value> = { key, value, older: null, newer: null };
    this.nodes.set(key, node);
    this.append(node);
  }

  /** Takes out those that were used longest ago, down to so many; those that may not go stay. */
  trim(most: number, mayGo: (value: Value) => boolean): void {
    let node = this.oldest;
    while (node !== null && this.nodes.size > most) {
      const { newer } = node;
      if (mayGo(node.value)) {
        this.unlink(node);
        this.nodes.delete(node.key);
      }
      node = newer;
    }
  }

  clear(): void {
    this.nodes.clear();
    this.oldest = null;
    this.newest = null;
  }

  private append(node: Node<Value>): void {
    node.older = this.newest;
    node.newer = null;
    if (this.newest === null) this.oldest = node;
    else this.newest.newer = node;
    this.newest = node;
  }

  private unlink({ older, newer }: Node<Value>): void {
    if (older === null) this.oldest = newer;
    else older.newer = newer;
    if (newer === null) this.newest = older;
    else newer.older = older;
  }
}
