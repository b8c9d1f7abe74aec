import { describe, expect, it } from '@jest/globals';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format } from 'prettier';
import { read, ROOT } from '../kit/sources.js';
import { viewSchemas } from '../kit/view-schemas.js';

const PATH = 'server/edge/openapi/views.json';

describe('the API document', () => {
  it('describes the views as contracts/ has them (UPDATE_VIEWS=1 writes them anew)', async () => {
    const wanted = await format(JSON.stringify(viewSchemas()), { parser: 'json', printWidth: 120 });
    if (process.env['UPDATE_VIEWS'] === '1') writeFileSync(join(ROOT, PATH), wanted);
    expect(read(PATH)).toBe(wanted);
  });
});
