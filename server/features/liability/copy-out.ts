import type pg from 'pg';

/**
 * Lines of a COPY … TO STDOUT, one by one as they come: no object and no text is made of them. What reads a million balances
 * would spend most of its time on those.
 */
export function copyOut(client: pg.Client, sql: string, line: (bytes: Buffer) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let failed: unknown;
    client.query({
      submit: (connection: pg.Connection) => connection.query(sql),
      handleCopyData({ chunk }: { chunk: Buffer }) {
        if (failed !== undefined) return;
        try {
          line(chunk);
        } catch (error) {
          failed = error;
        }
      },
      handleCommandComplete: () => undefined,
      handleReadyForQuery: () => (failed === undefined ? resolve() : reject(failed as Error)),
      handleError: (error: Error) => reject(error),
    } as pg.Submittable);
  });
}
