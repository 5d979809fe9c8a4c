import { createRequire, registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Generates a client with each generator: `node generate.ts <openapi.json> <folder>`. */
const [, , input = '', folder = ''] = process.argv

// Hey API needs the compiler as a library, which TypeScript 7 is not: it gets the one that the other generator brings.
const require = createRequire(import.meta.resolve('swagger-typescript-api'))
const url = pathToFileURL(require.resolve('typescript')).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'typescript' ? { url, shortCircuit: true } : next(specifier, context),
})

const { generateApi } = await import('swagger-typescript-api')
const { createClient } = await import('@hey-api/openapi-ts')

await generateApi({
  input,
  output: join(folder, 'swagger-typescript-api'),
  fileName: 'client.ts',
  httpClientType: 'fetch',
  silent: true,
})
await createClient({
  input,
  output: join(folder, 'hey-api'),
  plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
  logs: { level: 'silent' },
})
