import { useEffect, useState } from 'react';
import { ownImage } from './upload';

/** The person's own image as an address that the browser shows; `null` until it is there and for '', `undefined` where it can't be had. */
export function useOwnImage(imageId: string): string | null | undefined {
  const [address, setAddress] = useState<string | null | undefined>(null);
  useEffect(() => {
    setAddress(null);
    if (imageId === '') return;
    const stop = new AbortController();
    let made: string | undefined;
    ownImage(imageId, stop.signal).then(
      (blob) => setAddress((made = URL.createObjectURL(blob))),
      () => !stop.signal.aborted && setAddress(undefined),
    );
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [imageId]);
  return address;
}
