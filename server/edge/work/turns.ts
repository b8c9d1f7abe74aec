import { refuse } from '../../core/refusal.js';
import { networkOf } from '../http/trusted-address.js';

/** How much may be done at once, and how much may wait for it. */
export interface Room {
  readonly atOnce: number;
  /** Waiting in all. Sessions have as many places again, so that strangers cannot fill theirs. */
  readonly waiting: number;
  /** Waiting or at work for one network. */
  readonly ofNetwork: number;
  /** Waiting or at work for one person. */
  readonly ofPerson: number;
}

/** Whose work it is. */
export interface TurnOwner {
  readonly network: string;
  readonly person: string;
  /** A session, or a known device: it waits with its kind and not with strangers. */
  readonly known: boolean;
}

/** A session's work: it is counted by person alone. */
export const ofSession = (userId: string): TurnOwner => ({ network: userId, person: userId, known: true });

/** A visitor without a session: by network, and by the typed login. */
export const strangerOf = (login: string, address: string): TurnOwner => ({
  network: networkOf(address),
  person: login.trim().toLowerCase(),
  known: false,
});

/** A caller who may have a session: the network counts in any case. */
export const ofVisitor = (userId: string | undefined, address: string): TurnOwner => ({
  network: networkOf(address),
  person: userId ?? networkOf(address),
  known: userId !== undefined,
});

/** The queue is full. The edge answers with the refusal that it carries. */
export class TooManyWaiting extends Error {
  readonly refusal = refuse('request.too-many', { retryAfterSeconds: 1 });

  constructor(
    /** `own`: the person's own work fills their places. */
    override readonly cause: 'own' | 'others' = 'others',
  ) {
    super('too many are waiting');
  }
}

interface Waiting {
  readonly owner: TurnOwner;
  go(): void;
}

/**
 * Lets a few pieces of work run at a time. Networks take turns, and within a network its people do, so a heavy user delays only
 * themselves. Known people and strangers alternate where both wait.
 */
export class Turns {
  private running = 0;
  private knownWasLast = false;
  private readonly lines = { known: new Line(), strangers: new Line() };
  private readonly held = new Map<string, number>();

  constructor(private readonly room: Room) {}

  /** Does the work when its turn comes; throws `TooManyWaiting` where there is no place to wait in. */
  async take<Answer>(owner: TurnOwner, work: () => Promise<Answer>): Promise<Answer> {
    const end = await this.begin(owner);
    try {
      return await work();
    } finally {
      end();
    }
  }

  /** Waits for a turn and answers how to end it; ending it again does nothing. */
  async begin(owner: TurnOwner): Promise<() => void> {
    this.admit(owner);
    const keys = keysOf(owner);
    for (const key of keys) this.held.set(key, this.count(key) + 1);
    if (this.running >= this.room.atOnce)
      await new Promise<void>((resolve) => this.lineOf(owner).add({ owner, go: resolve }));
    else this.running += 1;
    let over = false;
    return () => {
      if (over) return;
      over = true;
      for (const key of keys) this.release(key);
      this.next();
    };
  }

  private admit(owner: TurnOwner): void {
    const { waiting, ofNetwork, ofPerson } = this.room;
    const [network, person] = keysOf(owner);
    if (this.count(person) >= ofPerson) throw new TooManyWaiting('own');
    const isFull = this.running >= this.room.atOnce && this.lineOf(owner).length >= waiting;
    if (isFull || this.count(network) >= ofNetwork) throw new TooManyWaiting('others');
  }

  /** A freed place goes to the next in line, so that a newcomer cannot overtake. */
  private next(): void {
    const { known, strangers } = this.lines;
    const first = this.knownWasLast ? strangers : known;
    const second = this.knownWasLast ? known : strangers;
    const waiting = first.take() ?? second.take();
    if (waiting === undefined) {
      this.running -= 1;
      return;
    }
    this.knownWasLast = waiting.owner.known;
    waiting.go();
  }

  private lineOf({ known }: TurnOwner): Line {
    return known ? this.lines.known : this.lines.strangers;
  }

  private count(key: string): number {
    return this.held.get(key) ?? 0;
  }

  private release(key: string): void {
    const left = this.count(key) - 1;
    if (left > 0) this.held.set(key, left);
    else this.held.delete(key);
  }
}

/** Known people and strangers are counted apart: a stranger who guesses at an account takes none of its owner's places. */
const keysOf = ({ network, person, known }: TurnOwner): [network: string, person: string] => [
  `network ${known} ${network}`,
  `person ${known} ${person}`,
];

/** Who waits: networks in turn, and the people of a network in turn. A map keeps the order, so its first has the next turn. */
export class Line {
  length = 0;
  private readonly networks = new Map<string, Map<string, Waiting[]>>();

  add(waiting: Waiting): void {
    const { network, person } = waiting.owner;
    const people = this.networks.get(network) ?? new Map<string, Waiting[]>();
    const own = people.get(person) ?? [];
    own.push(waiting);
    people.set(person, own);
    this.networks.set(network, people);
    this.length += 1;
  }

  take(): Waiting | undefined {
    for (const [network, people] of this.networks) {
      for (const [person, own] of people) {
        const waiting = own.shift();
        people.delete(person);
        if (own.length > 0) people.set(person, own);
        this.networks.delete(network);
        if (people.size > 0) this.networks.set(network, people);
        this.length -= 1;
        return waiting;
      }
    }
    return undefined;
  }
}
