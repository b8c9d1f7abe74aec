import type { ReviewView } from '../../contracts/review.contract.js';

/**
 * Reads a claimed request and opens each of its images, as a reviewer must before an approval. Answers the further fields of an
 * approval: that everything was compared.
 */
export async function lookedThrough(url: string, token: string, requestId: string): Promise<{ checks: string[] }> {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${url}/staff/reviews/${requestId}`, { headers });
  const { details } = (await answer.json()) as Partial<ReviewView>;
  for (const { id } of details?.images ?? [])
    await (await fetch(`${url}/staff/images/${id}?requestId=${requestId}`, { headers })).arrayBuffer();
  return { checks: details?.checks ?? [] };
}
