import { Agent, request as open } from 'node:http';
import { PAYLOAD } from './hostile-images.js';

const MEGABYTE = 1_048_576;
const BOUNDARY = '----hostile';
export const MULTIPART = `multipart/form-data; boundary=${BOUNDARY}`;

/** A body that is wrong around the file, or a file with a name that means harm. */
export interface HostileUpload {
  name: string;
  query?: string;
  headers?: Record<string, string>;
  /** Sent piece by piece, as long as the server listens. */
  body: () => Iterable<Buffer>;
  /** Code of the refusal, or `made`. */
  expected: string;
}

export interface UploadAnswer {
  status: number;
  data: { refusal?: string; id?: string };
  /** What had been sent when the answer came. */
  sentBytes: number;
}

/** Sends a body as it is: what no browser would. */
export function sendRaw(url: string, token: string, upload: HostileUpload): Promise<UploadAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': MULTIPART, ...upload.headers };
  const query = upload.query ?? 'purpose=document-front';
  // As browsers do; a connection that is to close afterwards would be reset while there is still something to read.
  const agent = new Agent({ keepAlive: true });
  return new Promise((resolve, reject) => {
    let sentBytes = 0;
    let answered = false;
    const sending = open(`${url}/web/uploadImage?${query}`, { method: 'POST', headers, agent }, (response) => {
      answered = true;
      const pieces: Buffer[] = [];
      response.on('data', (piece: Buffer) => pieces.push(piece));
      response.on('end', () => {
        sending.destroy();
        agent.destroy();
        const { data } = JSON.parse(Buffer.concat(pieces).toString()) as { data: UploadAnswer['data'] };
        resolve({ status: response.statusCode ?? 0, data, sentBytes });
      });
    });
    sending.flushHeaders();
    sending.on('error', (error) => answered || reject(error));
    void send();
    async function send(): Promise<void> {
      for (const piece of upload.body()) {
        if (answered || sending.destroyed) return;
        sentBytes += piece.length;
        // What lies in this process is not sent: only what the server takes counts.
        if (!sending.write(piece)) await new Promise((ready) => sending.once('drain', ready).once('close', ready));
      }
      const declared = Number(headers['content-length' as keyof typeof headers] ?? 0);
      // A body that was announced longer stays open, as that of a sender who has stalled.
      if (sentBytes >= declared && !answered) sending.end();
    }
  });
}

interface Part {
  content: Buffer;
  head?: string;
}

const disposition = (fileName: string): string =>
  `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: image/jpeg`;

/** Parts in a frame as the standard has it. */
export function framed(...parts: Part[]): Buffer {
  const pieces = parts.flatMap(({ content, head = disposition('photo.jpg') }) => [
    Buffer.from(`--${BOUNDARY}\r\n${head}\r\n\r\n`, 'utf8'),
    content,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...pieces, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** `jpeg` is a picture that is taken without complaint. */
export function hostileUploads(jpeg: Buffer): HostileUpload[] {
  return [...named(jpeg), ...wronglyFramed(jpeg), ...tooLarge(jpeg), ...otherRequests(jpeg)];
}

/** What a file is called is never looked at, so none of these does anything. */
function named(jpeg: Buffer): HostileUpload[] {
  const names = [
    'photo.jpg.exe',
    'photo.php.jpg',
    'photo.jpg.svg',
    '../../../../etc/passwd',
    '..\\..\\windows\\system32\\x.jpg',
    '/etc/cron.d/x',
    'photo.jpg\0.php',
    '%2e%2e%2fphoto.jpg',
    '.htaccess',
    'CON.jpg',
    'a'.repeat(4000),
    '\u202egpj.exe',
    '<script>alert(1)</script>.jpg',
    "'; DROP TABLE private_images; --.jpg",
    '$(reboot).jpg',
    'photo.jpg; name=\\"other\\"',
    '',
  ];
  return names.map((fileName) => ({
    name: `a file called ${JSON.stringify(fileName.slice(0, 40))}`,
    body: () => [framed({ content: jpeg, head: disposition(fileName) })],
    expected: 'made',
  }));
}

function wronglyFramed(jpeg: Buffer): HostileUpload[] {
  const good = framed({ content: jpeg });
  const part = { content: jpeg };
  const field = { content: Buffer.from('x'), head: 'Content-Disposition: form-data; name="purpose"' };
  const bodies: [name: string, body: Buffer, expected: string][] = [
    ['two files', framed(part, part), 'image.missing'],
    ['ten files', framed(...Array.from({ length: 10 }, () => part)), 'image.missing'],
    ['a field and a file', framed(field, part), 'image.missing'],
    ['a file and a field', framed(part, field), 'image.missing'],
    ['a field instead of a file', framed(field), 'image.missing'],
    [
      'a file without a name',
      framed({ content: jpeg, head: 'Content-Disposition: form-data; name="file"' }),
      'image.missing',
    ],
    [
      'a part that is no form data',
      framed({ content: jpeg, head: 'Content-Disposition: attachment; filename="a.jpg"' }),
      'image.missing',
    ],
    ['a part that says nothing of itself', framed({ content: jpeg, head: 'X-Nothing: 1' }), 'image.missing'],
    [
      'a field name of 7,000 letters',
      framed({ content: jpeg, head: disposition('a.jpg').replace('"file"', `"${'n'.repeat(7000)}"`) }),
      'made',
    ],
    [
      'a file in base64',
      framed({
        content: Buffer.from(jpeg.toString('base64')),
        head: `${disposition('a.jpg')}\r\nContent-Transfer-Encoding: base64`,
      }),
      'image.type-wrong',
    ],
    [
      'a type that means harm',
      framed({ content: jpeg, head: disposition('a.html').replace('image/jpeg', 'text/html') }),
      'made',
    ],
    ['words before the first part', Buffer.concat([Buffer.from(`${PAYLOAD}\r\n`), good]), 'made'],
    ['words behind the last part', Buffer.concat([good, Buffer.from(PAYLOAD)]), 'made'],
    ['no parts', Buffer.from(`--${BOUNDARY}--\r\n`), 'image.missing'],
    ['no body', Buffer.alloc(0), 'request.malformed'],
    ['a body that is no multipart', Buffer.from('file=photo.jpg'), 'request.malformed'],
    [
      'another boundary than announced',
      Buffer.from(good.toString('latin1').replaceAll(BOUNDARY, '----other'), 'latin1'),
      'request.malformed',
    ],
    ['a body that ends in the middle of the file', good.subarray(0, good.length / 2), 'request.malformed'],
    ['a body that ends in the middle of a head', good.subarray(0, 60), 'request.malformed'],
  ];
  return bodies.map(([name, body, expected]) => ({ name, body: () => [body], expected }));
}

function tooLarge(jpeg: Buffer): HostileUpload[] {
  const padded = (bytes: number): Buffer => Buffer.concat([jpeg, Buffer.alloc(bytes - jpeg.length)]);
  const body = framed({ content: jpeg });
  const begun = framed({ content: jpeg }).subarray(0, -BOUNDARY.length);
  function* endless(): Generator<Buffer> {
    yield begun;
    const piece = Buffer.alloc(65_536, 0x41);
    for (let sent = 0; sent < 200 * MEGABYTE; sent += piece.length) yield piece;
  }
  function* endlessHead(): Generator<Buffer> {
    yield Buffer.from(`--${BOUNDARY}\r\nX-Long: `);
    const piece = Buffer.alloc(65_536, 0x41);
    for (let sent = 0; sent < 200 * MEGABYTE; sent += piece.length) yield piece;
  }
  const announced = (bytes: number) => ({ 'content-length': `${bytes}` });
  const large = 'image.too-large';
  return [
    { name: 'a file a byte under 8 MB', body: () => [framed({ content: padded(8 * MEGABYTE - 1) })], expected: 'made' },
    { name: 'a file of exactly 8 MB', body: () => [framed({ content: padded(8 * MEGABYTE) })], expected: large },
    { name: 'a file of 12 MB', body: () => [framed({ content: padded(12 * MEGABYTE) })], expected: large },
    { name: 'a file that never ends', body: endless, expected: large },
    { name: 'a head that never ends', body: endlessHead, expected: large },
    { name: '100 MB that are only announced', headers: announced(100 * MEGABYTE), body: () => [body], expected: large },
    { name: 'a terabyte that is only announced', headers: announced(2 ** 40), body: () => [], expected: large },
    { name: 'a megabyte behind the last part', body: () => [body, Buffer.alloc(9 * MEGABYTE)], expected: large },
  ];
}

function otherRequests(jpeg: Buffer): HostileUpload[] {
  const good = (): Buffer[] => [framed({ content: jpeg })];
  const typed = (type: string) => ({ 'content-type': type });
  const media = 'request.media-type';
  return [
    { name: 'no boundary', headers: typed('multipart/form-data'), body: good, expected: 'request.malformed' },
    {
      name: 'an empty boundary',
      headers: typed('multipart/form-data; boundary='),
      body: good,
      expected: 'image.missing',
    },
    {
      name: 'multipart of another kind',
      headers: typed(`multipart/mixed; boundary=${BOUNDARY}`),
      body: good,
      expected: media,
    },
    { name: 'a JPEG without a frame', headers: typed('image/jpeg'), body: () => [jpeg], expected: media },
    {
      name: 'a form instead of a file',
      headers: typed('application/x-www-form-urlencoded'),
      body: () => [Buffer.from('file=x')],
      expected: media,
    },
    {
      name: 'JSON instead of a file',
      headers: typed('application/json'),
      body: () => [Buffer.from('{"file":"x"}')],
      expected: media,
    },
    { name: 'a purpose that does not exist', query: 'purpose=avatar', body: good, expected: 'request.field-invalid' },
    { name: 'no purpose', query: 'lang=en', body: good, expected: 'request.field-missing' },
    {
      name: 'a field that nobody knows',
      query: 'purpose=repayment&path=/etc',
      body: good,
      expected: 'request.field-unknown',
    },
  ];
}
