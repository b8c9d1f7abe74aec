import { parseNote, type NoteKey } from '../../shared/signed-note.js';
import { parseCheckpointBody, verifyCosignature } from '../../shared/tlog-checkpoint.js';
import { isNoteSigned } from '../engine/public-log/log-checkpoint.js';

/** A checkpoint of a log that was kept outside the database, as `log/<realm>/checkpoint` or a witness gave it. */
export interface KeptNote {
  /** Where it was kept, for findings. */
  readonly from: string;
  readonly note: string;
}

/** That a trusted witness saw a log this long, as of a second. */
export interface Anchor {
  readonly witness: string;
  readonly realm: string;
  readonly size: number;
  /** Milliseconds since the Unix epoch. */
  readonly at: number;
}

/** Checkpoints of logs that an auditor brings, and the witnesses that this auditor trusts. */
export class KeptLogs {
  private readonly byRealm = new Map<string, KeptNote[]>();
  readonly anchors: readonly Anchor[];

  constructor(
    readonly notes: readonly KeptNote[],
    witnesses: readonly NoteKey[],
  ) {
    this.anchors = notes.flatMap((kept) => {
      const parsed = parseNote(kept.note);
      const head = 'problem' in parsed ? parsed : parseCheckpointBody(parsed.text);
      if ('problem' in head || 'problem' in parsed) throw new NoCheckpoint(kept.from);
      const realm = head.origin.slice(head.origin.lastIndexOf('/') + 1);
      this.byRealm.set(realm, [...(this.byRealm.get(realm) ?? []), kept]);
      return witnesses.flatMap((witness) => {
        const seconds = verifyCosignature(parsed, witness, isNoteSigned);
        return typeof seconds === 'number'
          ? [{ witness: witness.name, realm, size: head.size, at: seconds * 1000 }]
          : [];
      });
    });
  }

  of(realm: string): readonly KeptNote[] {
    return this.byRealm.get(realm) ?? [];
  }
}

export class NoCheckpoint extends Error {
  constructor(from: string) {
    super(`${from} is not a checkpoint of a log.`);
  }
}
