import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { dataFolder } from './server-process.ts'

/** Large packages that only some requests or commands need. */
const LATER = [
  '@aws-sdk/client-s3',
  '@bufbuild/cel',
  '@bufbuild/protobuf',
  '@fastify/ajv-compiler',
  '@jitl/quickjs-wasmfile-release-sync',
  '@scalar/fastify-api-reference',
  '@xmldom/xmldom',
  '@zxcvbn-ts/language-common',
  'ajv',
  'csv-parse',
  'docxtemplater',
  'nodemailer',
  'pizzip',
  'postcss',
  'quickjs-emscripten-core',
  'sanitize-html',
  'tar-stream',
  'xml-crypto',
  'yaml',
]

const { folder, start } = await dataFolder(afterAll)
const list = join(folder, 'modules.txt')
const hook = join(folder, 'hook.mjs')
await writeFile(
  hook,
  `import { appendFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { isMainThread } from 'node:worker_threads'
if (isMainThread) registerHooks({ load(url, context, next) {
  appendFileSync(${JSON.stringify(list)}, url + '\\n')
  return next(url, context)
} })
`,
)

test('a server that starts again loads no package that only some requests need', async () => {
  const first = start({ KONTOR_DEMO: 'off' })
  await first.ready()
  await first.stop()

  const second = start({ KONTOR_DEMO: 'off', NODE_OPTIONS: `--import=${hook}` })
  await second.ready()
  await second.stop()

  const loaded = await readFile(list, 'utf8')
  expect(loaded).toContain('node_modules/fastify/')
  expect(LATER.filter((name) => loaded.includes(`/node_modules/${name}/`))).toEqual([])
})
