import type { WalletAnswers, WalletRequest } from './wallet.worker';

/**
 * A wallet for one visit to a screen. Phrase and key live in a worker of its own, are written nowhere, and are gone with
 * `forget()`.
 */
export class Wallet {
  private readonly worker = new Worker(new URL('./wallet.worker.ts', import.meta.url), { type: 'module' });
  private readonly waiting = new Map<number, (answer: unknown) => void>();
  private lastId = 0;

  constructor() {
    this.worker.addEventListener('message', ({ data }: MessageEvent<{ id: number; answer: unknown }>) => {
      this.waiting.get(data.id)?.(data.answer);
      this.waiting.delete(data.id);
    });
  }

  send<Request extends WalletRequest>(request: Request): Promise<WalletAnswers[Request['type']]> {
    const id = ++this.lastId;
    return new Promise((resolve) => {
      this.waiting.set(id, resolve as (answer: unknown) => void);
      this.worker.postMessage({ id, request });
    });
  }

  forget(): void {
    this.worker.terminate();
  }
}
