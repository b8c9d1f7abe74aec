import { Line, type TurnOwner } from './turns.js';

/**
 * Lets a few calls begin in each turn of the event loop. Where more come at once, networks take turns, and within a network its
 * people do: a hundred requests in one moment hold up those who sent them.
 */
export class Starts {
  private readonly line = new Line();
  private begun = 0;
  private isOpen = false;

  constructor(private readonly ofTurn: number) {}

  /** Nothing to wait for, or what resolves when the call may begin. */
  begin(owner: TurnOwner): Promise<void> | undefined {
    this.openTurn();
    if (this.line.length === 0 && this.begun < this.ofTurn) {
      this.begun += 1;
      return undefined;
    }
    return new Promise((go) => this.line.add({ owner, go }));
  }

  private openTurn(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    setImmediate(() => this.nextTurn());
  }

  private nextTurn(): void {
    this.begun = 0;
    this.isOpen = false;
    for (
      let next = this.line.take();
      next !== undefined;
      next = this.begun < this.ofTurn ? this.line.take() : undefined
    ) {
      this.begun += 1;
      next.go();
    }
    if (this.begun > 0) this.openTurn();
  }
}
