import { fillerName } from './liability.tree.js';
import { Preimage } from './preimage.js';

const NONCE = 32;
/** After the nonce and the byte of how long the id is. */
const ID_AT = NONCE + 1;
/** Leaves are sorted as floats: 27 bits of the nonce above 26 of the owner's number. */
const OWNER_BITS = 26;
const OWNERS = 2 ** OWNER_BITS;
const NONCE_SHIFT = 32 - (53 - OWNER_BITS);

/** The owners of a tree, numbered from 0 as they come, and their nonces. */
export class TreeOwners {
  count = 0;
  /** For each owner the nonce, the id's length in a byte, and the id: as in the leaf. */
  bytes = Buffer.from(new ArrayBuffer(4096));
  /** Where each begins in `bytes`, and where the last one ends. */
  starts = new Float64Array(64);
  /** Owners at the place that their ids lead to, or the next free one; numbered from 1, for 0 is free. */
  private slots = new Uint32Array(128);
  private readonly inner = new Preimage(64 + 256);
  private readonly outer = new Preimage(64 + NONCE);

  constructor(key: Buffer) {
    if (key.length > 64) throw new Error('a key of more than a block');
    for (let at = 0; at < 64; at += 1) {
      this.inner.bytes[at] = 0x36 ^ (key[at] ?? 0);
      this.outer.bytes[at] = 0x5c ^ (key[at] ?? 0);
    }
  }

  /** The number of the owner whose id are those bytes. */
  of(id: Buffer): number {
    const slot = this.slotOf(id, 0, id.length);
    const there = this.slots[slot] as number;
    if (there !== 0) return there - 1;
    const owner = this.append(id);
    this.slots[slot] = owner + 1;
    if (this.count * 2 > this.slots.length) this.spread(this.slots.length * 4);
    return owner;
  }

  /** Sets the owner's nonce. */
  name(owner: number): void {
    const start = this.starts[owner] as number;
    this.hmac(this.bytes, start + ID_AT, this.starts[owner + 1] as number, start);
  }

  /** An owner of an empty id, with the nonce of a filler. */
  filler(ordinal: number): number {
    const owner = this.append(Buffer.alloc(0));
    const name = Buffer.from(fillerName(ordinal));
    this.hmac(name, 0, name.length, this.starts[owner] as number);
    return owner;
  }

  /** Owners in the order of their nonces, in place. */
  sort(owners: Float64Array): Float64Array {
    for (let at = 0; at < owners.length; at += 1) {
      const owner = owners[at] as number;
      owners[at] = (this.bytes.readUInt32BE(this.starts[owner] as number) >>> NONCE_SHIFT) * OWNERS + owner;
    }
    owners.sort();
    // Nonces that begin alike stand beside each other: the rest of their bytes decides.
    for (let at = 1; at < owners.length; at += 1)
      for (let back = at; back > 0 && this.isAfter(owners[back - 1] as number, owners[back] as number); back -= 1)
        [owners[back - 1], owners[back]] = [owners[back] as number, owners[back - 1] as number];
    for (let at = 0; at < owners.length; at += 1) owners[at] = (owners[at] as number) % OWNERS;
    return owners;
  }

  private isAfter(one: number, other: number): boolean {
    if (other - one >= OWNERS) return false;
    const [a, b] = [this.starts[one % OWNERS] as number, this.starts[other % OWNERS] as number];
    return this.bytes.compare(this.bytes, b, b + NONCE, a, a + NONCE) > 0;
  }

  /** HMAC-SHA-256 (RFC 2104) into `bytes`: `createHmac` for each took most of the time of a tree. */
  private hmac(from: Buffer, start: number, end: number, at: number): void {
    const { inner, outer } = this;
    from.copy(inner.bytes, 64, start, end);
    outer.bytes.write(inner.hash(64 + end - start), 64, 'latin1');
    this.bytes.write(outer.hash(64 + NONCE), at, 'latin1');
  }

  private append(id: Buffer): number {
    if (id.length > 255) throw new Error('an owner of more than 255 bytes');
    if (this.count === OWNERS) throw new Error(`more than ${OWNERS} owners`);
    const owner = this.count++;
    const start = this.starts[owner] as number;
    const end = start + ID_AT + id.length;
    if (end > this.bytes.length) this.growBytes();
    this.bytes[start + NONCE] = id.length;
    id.copy(this.bytes, start + ID_AT);
    if (owner + 1 === this.starts.length) this.starts = grown(this.starts);
    this.starts[owner + 1] = end;
    return owner;
  }

  private growBytes(): void {
    const more = Buffer.from(new ArrayBuffer(this.bytes.length * 2));
    this.bytes.copy(more);
    this.bytes = more;
  }

  /** Where the owner with the id in those bytes stands, or will. */
  private slotOf(from: Buffer, start: number, end: number): number {
    const last = this.slots.length - 1;
    // FNV-1a, its highest bits folded in.
    let hash = 0x811c_9dc5;
    for (let at = start; at < end; at += 1) hash = Math.imul(hash ^ (from[at] as number), 0x0100_0193);
    let slot = (hash ^ (hash >>> 15)) & last;
    for (; !this.isPlaceOf(slot, from, start, end); slot = (slot + 1) & last);
    return slot;
  }

  /** Whether it is free, or stands there. */
  private isPlaceOf(slot: number, from: Buffer, start: number, end: number): boolean {
    const there = this.slots[slot] as number;
    if (there === 0) return true;
    const idAt = (this.starts[there - 1] as number) + ID_AT;
    if ((this.starts[there] as number) - idAt !== end - start) return false;
    for (let at = start; at < end; at += 1) if (from[at] !== this.bytes[idAt + at - start]) return false;
    return true;
  }

  private spread(slots: number): void {
    this.slots = new Uint32Array(slots);
    for (let owner = 0; owner < this.count; owner += 1) {
      const slot = this.slotOf(this.bytes, (this.starts[owner] as number) + ID_AT, this.starts[owner + 1] as number);
      this.slots[slot] = owner + 1;
    }
  }
}

/** The same numbers at the beginning of twice the place. */
export function grown<Numbers extends Uint16Array | Uint32Array | Float64Array>(numbers: Numbers): Numbers {
  const more = new (numbers.constructor as new (length: number) => Numbers)(numbers.length * 2);
  more.set(numbers);
  return more;
}
