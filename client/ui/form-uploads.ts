import { createContext, useContext, useLayoutEffect } from 'react';

/** Says that a field uploads; the answer says that it has ended. */
export type StartUpload = (name: string) => () => void;

/** The form around a field that uploads; outside of one nobody waits. */
export const FormUploads = createContext<StartUpload | null>(null);

/** Keeps the form around the field from being sent while the field uploads. */
export function useUploading(name: string, isUploading: boolean): void {
  const start = useContext(FormUploads);
  // Before it is painted: who sees the image arrive can send the form at once.
  useLayoutEffect(() => (isUploading ? start?.(name) : undefined), [start, name, isUploading]);
}
