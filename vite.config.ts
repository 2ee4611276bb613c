import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/** The console. The server is built by `scripts/build.mjs`; `scripts/dev.mjs` serves both from their sources. */
export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist/console',
    manifest: true,
    // A font as a data: address would need a wider Content-Security-Policy.
    assetsInlineLimit: 0,
    // Every browser that the console supports preloads modules by itself.
    modulePreload: { polyfill: false },
    sourcemap: false,
    // What most pages need comes in two files instead of dozens: fewer requests, and more in each for the compression to find.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'vendor', test: /node_modules.(react|scheduler|@tanstack.(react-)?query|zod)/ },
            { name: 'shared', test: /src/, minShareCount: 10 },
          ],
        },
      },
    },
  },
  // Modules, so that a worker too loads what it needs when it needs it.
  worker: { format: 'es' },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    // Of two processors the runner would leave one idle.
    maxWorkers: '100%',
  },
})
