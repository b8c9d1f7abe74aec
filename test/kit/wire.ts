import request from 'supertest';

/** The server without a caller's grammar: for what a test says of the transport itself, such as pages, headers and bad bytes. */
export const onTheWire = (url: string) => request(url);
