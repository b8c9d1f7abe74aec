import type { ContentChanged } from '../../../contracts/content.contract.js';
import { callApi } from '../../lib/http';

/** Saves, publishes or withdraws. Refusals come as errors with the server's message. */
export async function changeContent(
  wish: 'saveContent' | 'publishContent' | 'withdrawContent',
  body: object,
): Promise<ContentChanged> {
  const { json } = await callApi(`/staff/${wish}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return json as ContentChanged;
}
