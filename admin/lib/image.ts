import { addressOf, authorized, callApi, refusalMessage } from './http';

/** A private image's object URL; the caller revokes it. The server records the opening. */
export async function openImage(
  { path }: { readonly path: string },
  { id, ...query }: { readonly id: string } & Readonly<Record<string, string>>,
  signal?: AbortSignal,
): Promise<string> {
  const answer = await fetch(`${addressOf(path, { id })}?${new URLSearchParams(query)}`, {
    headers: authorized(),
    signal: signal ?? null,
  });
  if (!answer.ok) throw new Error(refusalMessage(await answer.json().catch(() => null), answer.status));
  return URL.createObjectURL(await answer.blob());
}

/** Uploads one image; answers its id. Its name on the device is private. */
export async function uploadImage(
  { path }: { readonly path: string },
  query: Readonly<Record<string, string>>,
  file: File,
): Promise<string> {
  const body = new FormData();
  body.append('file', file, 'image');
  const { json } = await callApi(`/${path}?${new URLSearchParams(query)}`, { method: 'POST', body });
  return (json as { id: string }).id;
}
