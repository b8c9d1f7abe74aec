import type { Envelope } from '../../contracts/envelope.contract';
import { getImage, uploadImage as uploadImageCall } from '../../contracts/personal.calls';
import type { ImagePurpose, UploadedImageView } from '../../contracts/personal.contract';
import { uploadRecoveryPhoto } from '../../contracts/security.calls';
import { NetworkError, RefusalError, endSession, isSessionCode, requestToken } from './api';
import { usePreferences } from './preferences';
import { useSession } from './session';

interface UploadOptions {
  /** From 0 to 1, as far as it has been sent. */
  onProgress: (done: number) => void;
  signal: AbortSignal;
  /** A repeat after a broken connection passes the same one and gets the first answer. */
  token?: string;
  /** The ticket of a visitor without a session, good for this one photo (`web/openRecovery`). */
  ticket?: string | undefined;
}

/**
 * Uploads one private image. `fetch` reports no upload progress, so neither does this.
 * @throws RefusalError when the server refuses it, NetworkError when nothing came back, AbortError by the signal.
 */
export function uploadImage(
  purpose: ImagePurpose,
  image: Blob,
  { onProgress, signal, token = requestToken(), ticket }: UploadOptions,
): Promise<UploadedImageView> {
  const common = { requestToken: token, lang: usePreferences.getState().language };
  const query = new URLSearchParams(ticket === undefined ? { ...common, purpose } : { ...common, ticket });
  const { path } = ticket === undefined ? uploadImageCall : uploadRecoveryPhoto;
  const body = new FormData();
  // The file's name on the device is private.
  body.append('file', image, 'image');
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = (): void => request.abort();
    signal.addEventListener('abort', stop, { once: true });
    request.open('POST', `/${path}?${query}`);
    const session = useSession.getState().session;
    if (session) request.setRequestHeader('authorization', `Bearer ${session.token}`);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onloadend = () => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) return reject(signal.reason as Error);
      const envelope = request.response as Envelope<UploadedImageView | RefusalError['data']> | null;
      if (envelope === null || typeof envelope.code !== 'number') return reject(new NetworkError('no envelope'));
      if (isSessionCode(envelope.code)) endSession(envelope);
      if (envelope.code === 0) return resolve(envelope.data as UploadedImageView);
      return reject(new RefusalError(envelope.code, envelope.message, envelope.data as RefusalError['data']));
    };
    request.send(body);
  });
}

/** The person's own image, to be shown on this page only. */
export async function ownImage(imageId: string, signal: AbortSignal): Promise<Blob> {
  const token = useSession.getState().session?.token;
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(`/${getImage.path}?${new URLSearchParams({ imageId })}`, { headers, signal });
  if (!answer.headers.get('content-type')?.startsWith('image/jpeg')) throw new NetworkError(`status ${answer.status}`);
  return answer.blob();
}
