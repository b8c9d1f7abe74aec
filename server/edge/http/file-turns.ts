import { refuse, type Refusal } from '../../core/refusal.js';
import { TooManyWaiting, Turns, type Room } from '../work/turns.js';
import { networkOf } from './trusted-address.js';

/** One file at a time for a person. A server with two cores makes a document in about a second. */
const ROOM: Room = { atOnce: 4, waiting: 30, ofNetwork: 10, ofPerson: 1 };
/** Who reads slower than this keeps the file and no place: making it waits for them, and costs nothing meanwhile. */
const HELD_MS = 10_000;
const OWN_AGAIN_SECONDS = 3;
const OTHERS_AGAIN_SECONDS = 10;

/** Turns of file exports: one at a time for each person, few at a time in all. */
export class FileTurns {
  private readonly turns = new Turns(ROOM);

  /** Waits for a turn and answers how to end it, or why there is none to wait for. */
  async begin(personId: string, address: string): Promise<(() => void) | Refusal> {
    try {
      const end = await this.turns.begin({ network: networkOf(address), person: personId, known: true });
      const held = setTimeout(end, HELD_MS);
      held.unref();
      return () => {
        clearTimeout(held);
        end();
      };
    } catch (error) {
      if (!(error instanceof TooManyWaiting)) throw error;
      return error.cause === 'own'
        ? refuse('file.one-at-a-time', { retryAfterSeconds: OWN_AGAIN_SECONDS })
        : refuse('file.too-many', { retryAfterSeconds: OTHERS_AGAIN_SECONDS });
    }
  }
}
