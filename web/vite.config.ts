import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import type { Operation } from '../src/api/operation.ts'
import { areas } from '../src/client/areas.ts'
import { limitsOf } from './limits.ts'

const SERVER = 'http://127.0.0.1:8365'
const PROGRAMS = [
  '/pub',
  '/manage',
  '/events',
  '/docs',
  '/assets',
  '/bodies',
  '/health',
  '/metrics',
]

/** All that the client needs of an operation to send it; the checks stay on the server. */
const wire = ({ methods, path, isUpload, inQuery, streams }: Operation) => ({
  methods,
  path,
  isUpload,
  inQuery,
  streams,
})

/** A module with a fact of every declared operation. */
function table(module: string, of: (operation: Operation) => object): Plugin {
  const id = `virtual:${module}`
  const facts = Object.entries(areas).map(([area, each]) => [
    area,
    Object.fromEntries(Object.entries(each).map(([key, value]) => [key, of(value)])),
  ])
  return {
    name: module,
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) =>
      asked === `\0${id}`
        ? `export const ${module} = ${JSON.stringify(Object.fromEntries(facts))}`
        : undefined,
  }
}

/** The declared operations without Zod, which would be a fifth of everything that is loaded. */
const operations = table('operations', wire)

/** What their inputs take, for forms. */
const limits = table('limits', (each) => (each.writes ? limitsOf(each) : {}))

/** The engine loads its library for CEL by a way that browsers do not have. */
function expressions(): Plugin {
  const name = '\0expressions'
  return {
    name: 'expressions',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id.endsWith('/library.ts') && importer?.includes('/src/engine/') ? name : undefined,
    load: (id) =>
      id === name
        ? "import * as library from '@bufbuild/cel'\nexport const cel = () => library"
        : undefined,
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), operations, limits, expressions()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsDir: 'app',
    // A data: address in a style sheet would need a wider policy than the files themselves.
    assetsInlineLimit: 0,
    // The policy of our pages has no place for inline scripts.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1500,
    rolldownOptions: {
      output: {
        // On a slow line every file costs a round trip: what is loaded together is one file.
        codeSplitting: {
          groups: [
            { name: 'frame', tags: ['$initial'], priority: 3 },
            { name: 'icons', test: /@tabler/, minShareCount: 2, priority: 2 },
            { name: 'common', minShareCount: 12, priority: 1 },
            // Small pieces that a few pages share: a file each would cost more than it holds.
            { name: 'parts', test: /web\/(components|fields)\//, minShareCount: 4, priority: 0 },
          ],
        },
      },
    },
  },
  server: { port: 8366, proxy: Object.fromEntries(PROGRAMS.map((path) => [path, SERVER])) },
})
