import { useEffect, useState } from 'react';
import { ownImage } from './upload';

/** The person's own image as an address that the browser shows; `null` until it is there, and for ''. */
export function useOwnImage(imageId: string): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (imageId === '') return setAddress(null);
    const stop = new AbortController();
    let made: string | undefined;
    ownImage(imageId, stop.signal).then(
      (blob) => setAddress((made = URL.createObjectURL(blob))),
      () => undefined,
    );
    return () => {
      stop.abort();
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [imageId]);
  return address;
}
