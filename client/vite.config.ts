import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { withoutSchemas, withoutZod } from '../scripts/lib/without-schemas.mjs';
import { textBundles } from '../scripts/lib/texts.mjs';
import { firstLoad } from './first-load.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
/** Handed to people on /bps, so that they can check their proofs without us. */
const verifier = readFileSync(fileURLToPath(new URL('../scripts/verify-liability.mjs', import.meta.url)), 'utf8');
const server = process.env['GLASSBOOK_SERVER'] ?? 'http://127.0.0.1:8080';

const EVERYWHERE =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|cookie|set-cookie-parser|i18next|react-i18next|zustand|@tanstack|socket\.io-[a-z]+|engine\.io-[a-z]+|@socket\.io)\//;
/** Dialogs, forms, uploads, countries and the palette load on demand. */
const SHELL =
  /client\/(features\.ts|features\/\w+\/\w+\.feature|app\/(?!NotFound|Funds|InvitationField|palette\/(CommandPalette|palette-search|use-entries))|lib\/(?!texts|countries|bands|upload|leave-warning|download|per-cent|published-policy|invitation-code)|ui\/(?!CountrySelect|CountryList|ModalPanel|MenuPanel|fields|Form|use-form|form-state|CodeField|ImageField|image-file|password-strength|LiveTable|PagedTable|CopyText|Progress|QrCode|SentImages)|market\/(tickers|instruments|favourites|keys|chart\/colours))|contracts\/(call|envelope|market)|shared\/(money|language)/;
/** Parts that several screens share come in a few files: each file of a hundred bytes costs as many again. */
const CHART_FRAME = /client\/market\/chart\/(ChartPanel|layout|candles|drawings\/tools)/;
const CHART = /client\/market\/chart\/(PriceView|main-series)/;
const ORDER_FORM = /client\/orders\/(OrderForm\.module|form-store|order-fields|use-form-context)/;

export default defineConfig({
  root: here,
  plugins: [withoutZod(), withoutSchemas(), textBundles(), react(), firstLoad()],
  define: { LIABILITY_VERIFIER: JSON.stringify(verifier) },
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // The content-security policy allows no inline script or data URI, so every asset is a file of its own.
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A screen that is opened later finds what every screen needs.
      resolveDependencies: (_, files, { hostType }) =>
        hostType === 'html' ? files : files.filter((file) => !/\/(vendor|shell|rolldown-runtime)-/.test(file)),
    },
    // The licences of everything that is bundled, for the page about us.
    license: { fileName: 'licences.txt' },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        // What every screen needs comes in two files, one of which outlives most releases; a phone pays for each request.
        codeSplitting: {
          groups: [
            { name: 'vendor', test: EVERYWHERE, priority: 2 },
            { name: 'lightweight-charts', test: /node_modules\/(lightweight-charts|fancy-canvas)\//, priority: 2 },
            { name: 'shell', test: SHELL, priority: 1 },
            { name: 'chart-frame', test: CHART_FRAME, priority: 1 },
            { name: 'chart', test: CHART, priority: 1 },
            { name: 'order-form', test: ORDER_FORM, priority: 1 },
          ],
        },
      },
    },
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/web': server,
      '/socket.io': { target: server, ws: true },
    },
  },
});
