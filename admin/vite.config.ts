import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutSchemas } from '../scripts/lib/without-schemas.mjs';
import { textBundles } from '../scripts/lib/texts.mjs';

/** The staff console is served below /admin/; in development the API is the server on PORT (3000 by default). */
export default defineConfig({
  base: '/admin/',
  plugins: [withoutSchemas(), textBundles(), react()],
  build: {
    target: 'es2022',
    sourcemap: false,
    chunkSizeWarningLimit: 1600,
    // Inlined fonts or images would need `data:` sources in the content-security policy.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/staff': `http://127.0.0.1:${process.env['PORT'] ?? '3000'}` } },
});
