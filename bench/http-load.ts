import { connect, type Socket } from 'node:net';

/** Answers of one connection, one at a time. */
export interface Answer {
  readonly status: number;
  readonly body: string;
}

/**
 * One HTTP/1.1 keep-alive connection that costs little, so that on a machine with two cores a bench measures the server. It
 * understands what our server sends: a status line, headers with `content-length`, a body.
 */
export class Connection {
  private readonly socket: Socket;
  private pending = '';
  private resolve: ((answer: Answer) => void) | undefined;
  private reject: ((error: Error) => void) | undefined;

  constructor(
    private readonly port: number,
    /** The client's address: all of 127.0.0.0/8 is this machine. */
    localAddress = '127.0.0.1',
  ) {
    this.socket = connect({ port, host: '127.0.0.1', localAddress, noDelay: true });
    this.socket.setEncoding('latin1');
    this.socket.on('data', (chunk: string) => this.take(chunk));
    this.socket.on('error', (error) => this.reject?.(error));
    this.socket.on('close', () => this.reject?.(new Error('the server closed the connection')));
  }

  get(path: string, token = ''): Promise<Answer> {
    return this.send(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n${authorization(token)}\r\n`);
  }

  post(path: string, form: string, token: string): Promise<Answer> {
    return this.send(
      `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${this.port}\r\n${authorization(token)}Content-Type: application/x-www-form-urlencoded\r\nContent-Length: ${form.length}\r\n\r\n${form}`,
    );
  }

  close(): void {
    this.reject = undefined;
    this.socket.destroy();
  }

  private send(request: string): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      this.socket.write(request, 'latin1');
    });
  }

  private take(chunk: string): void {
    this.pending += chunk;
    const head = this.pending.indexOf('\r\n\r\n');
    if (head < 0) return;
    const length = /content-length: (\d+)/i.exec(this.pending.slice(0, head))?.[1];
    if (length === undefined) throw new Error(`an answer without a length: ${this.pending.slice(0, head)}`);
    const end = head + 4 + Number(length);
    if (this.pending.length < end) return;
    const answer = { status: Number(this.pending.slice(9, 12)), body: this.pending.slice(head + 4, end) };
    this.pending = this.pending.slice(end);
    this.resolve?.(answer);
  }
}

function authorization(token: string): string {
  return token === '' ? '' : `Authorization: Bearer ${token}\r\n`;
}
