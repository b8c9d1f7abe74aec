import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const here = fileURLToPath(new URL('.', import.meta.url));
const server = process.env['GLASSBOOK_SERVER'] ?? 'http://127.0.0.1:8080';

export default defineConfig({
  root: here,
  plugins: [react()],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // The content-security policy allows no inline script or data URI, so every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The licences of everything that is bundled, for the page about us.
    license: { fileName: 'licences.txt' },
    chunkSizeWarningLimit: 900,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/web': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
