import { useCallback, useEffect, useRef, useState } from 'react';
import { removeImage } from '../../../contracts/personal.calls';
import type { ImageHint, ImagePurpose } from '../../../contracts/personal.contract';
import { api, QUIET, NetworkError, RefusalError, requestToken } from '../../lib/api';
import { uploadImage } from '../../lib/upload';
import { turnImage } from './turn-image';

/** While a person goes on turning, nothing is sent. */
const TURNING_MS = 600;

export type UploadState =
  | { step: 'none' }
  | { step: 'sending'; done: number }
  | { step: 'kept'; hints: readonly ImageHint[] }
  | { step: 'failed'; message: string | null };

interface Chosen {
  readonly file: File;
  /** Quarters to the right. */
  readonly quarters: number;
}

type Sending = Pick<Parameters<typeof uploadImage>[2], 'onProgress' | 'signal' | 'ticket'>;

/** The image as it was turned, sent under a token of its own. */
async function sent(purpose: ImagePurpose, { file, quarters }: Chosen, options: Sending) {
  const image = quarters % 4 === 0 ? file : await turnImage(file, quarters);
  return uploadImage(purpose, image, { ...options, token: requestToken() });
}

/** Uploads the chosen and turned image, passes its id to the form, and deletes a replaced one. */
export function useImageUpload(purpose: ImagePurpose, value: string, onChange: (id: string) => void, ticket?: string) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [state, setState] = useState<UploadState>({ step: 'none' });
  const [attempt, setAttempt] = useState(0);
  const kept = useRef(value);
  const notify = useRef(onChange);
  notify.current = onChange;
  useEffect(() => void (kept.current = value), [value]);

  const forget = useCallback(() => {
    // Deleting is optional: leftovers are removed after a day. It needs a session.
    if (kept.current !== '' && ticket === undefined)
      void api.call(removeImage, { imageId: kept.current }, QUIET).catch(() => undefined);
    kept.current = '';
    notify.current('');
  }, [ticket]);

  useEffect(() => {
    if (chosen === null) return;
    const stop = new AbortController();
    setState({ step: 'sending', done: 0 });
    const onProgress = (done: number): void => setState({ step: 'sending', done });
    const send = (): void =>
      void sent(purpose, chosen, { onProgress, signal: stop.signal, ticket }).then(
        ({ id, hints }) => {
          forget();
          kept.current = id;
          notify.current(id);
          setState({ step: 'kept', hints });
        },
        (error: unknown) => {
          if (stop.signal.aborted) return;
          // What cannot be drawn here cannot be sent again either.
          if (!(error instanceof RefusalError || error instanceof NetworkError)) setChosen(null);
          setState({ step: 'failed', message: error instanceof RefusalError ? error.message : null });
        },
      );
    const timer = setTimeout(send, attempt === 0 && chosen.quarters > 0 ? TURNING_MS : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [chosen, attempt, purpose, forget, ticket]);

  return {
    chosen,
    state,
    choose: (file: File | null) => {
      setAttempt(0);
      if (file === null || kept.current !== '') forget();
      if (file === null) setState({ step: 'none' });
      setChosen(file && { file, quarters: 0 });
    },
    turn: () => {
      setAttempt(0);
      setChosen((now) => now && { ...now, quarters: now.quarters + 1 });
    },
    repeat: () => setAttempt((now) => now + 1),
  };
}
