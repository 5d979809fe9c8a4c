import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..', '..')

/** Packages that read what others wrote. What they are given is in the table of attacks. */
export const PARSERS = [
  '@fastify/busboy',
  '@xmldom/xmldom',
  'bpmn-moddle',
  'csv-parse',
  'dmn-moddle',
  'docxtemplater',
  'feelin',
  'pizzip',
  'sanitize-html',
  'tar-stream',
  'unpdf',
  'xml-crypto',
  'yaml',
  'yauzl',
] as const

/** Every other package that the server needs, and none of them reads files. */
export const OTHERS = [
  '@aws-sdk/client-s3',
  '@aws-sdk/s3-request-presigner',
  '@bufbuild/cel',
  '@bufbuild/protobuf',
  '@jitl/quickjs-wasmfile-release-sync',
  '@modelcontextprotocol/server',
  '@node-rs/argon2',
  '@scalar/fastify-api-reference',
  '@simplewebauthn/server',
  '@zxcvbn-ts/language-common',
  'commander',
  'cookie',
  'croner',
  'fastest-levenshtein',
  'fastify',
  'graphile-worker',
  'jose',
  'ldapts',
  'mime',
  'nodemailer',
  'openid-client',
  'otpauth',
  'pdfmake',
  'pg',
  'pg-copy-streams',
  'pino',
  'prom-client',
  'quickjs-emscripten-core',
  'uuid',
  'yazl',
  'zod',
]

/** What unpacks, of Node itself. */
const UNPACKING =
  /\b(?:create)?(?:inflate(?:Raw)?|gunzip|unzip|(?:brotli|zstd)Decompress)(?:Sync)?\b.*'node:zlib'/i

/** A door, where the table has attacks for it, or the reason why nobody from outside comes there. */
type Way = { door: string } | { trusted: string }

const door = (name: string): Way => ({ door: name })
const TRUSTED_YAML = { trusted: 'tests, and files of the release' }
const SOLUTION = door('a solution')
const SAML = ['an answer of SAML', 'a sign-out of SAML', 'metadata of SAML'].map(door)

/** Every file that uses a parser, and through which door foreign files reach it. */
export const READERS: Record<string, Way[]> = {
  'src/areas/messages/rich-text.ts': [
    { trusted: 'texts of messages, with attacks in its own test' },
  ],
  'src/areas/people/providers/file.ts': [{ trusted: 'a file of the administrator of the machine' }],
  'src/areas/people/providers/saml/logout.ts': [door('a sign-out of SAML')],
  'src/areas/people/providers/saml/signature.ts': [door('an answer of SAML')],
  'src/areas/people/providers/saml/xml.ts': SAML,
  'src/backup/reader.ts': [door('a backup')],
  'src/backup/writer.ts': [{ trusted: 'writes only' }],
  'src/decisions/boxed.ts': [SOLUTION],
  'src/decisions/feel.ts': [SOLUTION],
  'src/decisions/read.ts': [SOLUTION, door('a draft')],
  'src/decisions/values.ts': [SOLUTION],
  'src/definitions/yaml.ts': [SOLUTION, door('a draft')],
  'src/demo/data.ts': [TRUSTED_YAML],
  'src/demo/files.ts': [TRUSTED_YAML],
  'src/demo/life.ts': [TRUSTED_YAML],
  'src/demo/work.ts': [TRUSTED_YAML],
  'src/diagrams/foreign/import.ts': [door('a diagram of another engine')],
  'src/documents/archive.ts': [door('a template')],
  'src/documents/docx.ts': [door('a template')],
  'src/documents/xlsx/sheet.ts': [door('a template')],
  'src/engine/ids.ts': [{ trusted: 'diagrams that a worker has read before' }],
  'src/engine/parse.ts': [SOLUTION, door('a draft')],
  'src/http/uploads.ts': [door('a public form'), door('a text for the search')],
  'src/migrate/elma365/package/archive.ts': [door('a package')],
  'src/platform/event-log/archive-file.ts': [{ trusted: 'files that the server wrote' }],
  'src/sheets/xlsx/archive.ts': [door('an import'), door('a preview'), door('a new app')],
  'src/texts/office.ts': [door('a text for the search')],
  'src/texts/pdf.ts': [door('a text for the search')],
}

/** Files of the server that import a parser, types aside. */
export function listReaders(): string[] {
  const names = PARSERS.map((name) => name.replaceAll('/', '\\/')).join('|')
  const uses = new RegExp(
    `^import (?!type\\b)[^'"]*?from '(?:${names})(?:/[^']*)?'|import\\('(?:${names})|require\\('(?:${names})'`,
    'm',
  )
  return globSync('src/**/*.ts', { cwd: ROOT })
    .filter((path) => !path.endsWith('.test.ts') && !path.endsWith('.d.ts'))
    .filter((path) => {
      const text = readFileSync(join(ROOT, path), 'utf8')
      return uses.test(text) || UNPACKING.test(text)
    })
    .sort()
}

export const listDependencies = (): string[] =>
  Object.keys(JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).dependencies)
