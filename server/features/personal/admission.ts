import { refuse, type Refusal } from '../../core/refusal.js';

interface Waiting {
  readonly weight: number;
  readonly begin: () => void;
}

/**
 * Lets work begin in the order in which it came, as long as all that runs together weighs no more than the limit: bytes in
 * memory, or images that are being drawn. Work that is heavier than the limit runs alone.
 */
export class Admission {
  private running = 0;
  private readonly line: Waiting[] = [];

  constructor(
    private readonly limit: number,
    private readonly lineMax: number,
  ) {}

  /** Runs the work in its turn; refused when too many wait already. */
  async run<Answer>(weight: number, work: () => Promise<Answer>): Promise<Answer | Refusal> {
    const counted = Math.min(weight, this.limit);
    if (this.line.length >= this.lineMax) return refuse('request.too-many', { retryAfterSeconds: 5 });
    if (this.line.length > 0 || this.running + counted > this.limit)
      await new Promise<void>((begin) => this.line.push({ weight: counted, begin }));
    else this.running += counted;
    try {
      return await work();
    } finally {
      this.running -= counted;
      this.letIn();
    }
  }

  /** Counts those it lets in at once: others may come between the call and their next step. */
  private letIn(): void {
    for (let first = this.line[0]; first !== undefined; first = this.line[0]) {
      if (this.running + first.weight > this.limit) return;
      this.line.shift();
      this.running += first.weight;
      first.begin();
    }
  }
}
