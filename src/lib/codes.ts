import { v5 } from 'uuid'
import { z } from 'zod'
import { naming } from './naming.ts'
import { translatable } from './translations.ts'

/** Short enough for PostgreSQL names with our suffixes; never needs escaping in an address. */
const LONGEST = 50

export const Code = z
  .string()
  .max(LONGEST, `a code can have at most ${LONGEST} characters`)
  .regex(
    /^[A-Za-z_][A-Za-z0-9_]*$/,
    'a code starts with a letter or "_", then letters, digits and "_"',
  )
  .meta({ id: 'Code', description: 'letters, digits and "_", not starting with a digit' })

/** What PostgreSQL calls columns of its own, in every table. */
const OF_POSTGRESQL = ['cmax', 'cmin', 'ctid', 'tableoid', 'xmax', 'xmin']
const isOfPostgresql = (code: unknown) => OF_POSTGRESQL.includes(String(code))
const TAKEN = 'the database has a column of this name in every table'

/** Codes starting with two underscores are reserved for system fields. */
export const FieldCode = naming(
  Code.refine((code) => !code.startsWith('__') && !isOfPostgresql(code), {
    error: ({ input }) => (isOfPostgresql(input) ? TAKEN : 'codes starting with "__" are reserved'),
  }),
  'field',
)

export const Title = z.string().trim().min(1).max(500)
export const Text = z.string().max(10_000)
/** What people read of a definition, in one language or in several. */
export const Name = translatable(Title)
export const Prose = translatable(Text)

/** An app path: `crm/deals`. */
export const AppPath = z
  .string()
  .regex(/^[A-Za-z_]\w*\/[A-Za-z_]\w*$/, 'expected workspace/app, such as crm/deals')

/** The subject of a right or a task: `user:anna`, `group:crm/managers`, `position:cfo`, `role:author`. */
export const Subject = z
  .string()
  .regex(
    /^(user:[^\s]+|group:(\w+(\.\w+)?\/)?\w+|position:\w+|department:\w+|role:(author|performer))$/,
    'expected user:login, group:code, group:workspace/code, position:code, department:code or role:author',
  )

/** Who may change a status: a subject, or only a process. */
export const Mover = z
  .string()
  .refine(
    (given) => given === PROCESS || Subject.safeParse(given).success,
    'expected process, user:login, group:code, group:workspace/code, position:code, department:code or role:author',
  )

export const PROCESS = 'process'

/** The canonical form of a subject: groups without a workspace are global, logins are case-insensitive. */
export function subjectKey(subject: string): string {
  const [kind = '', code = ''] = subject.split(/:(.*)/s)
  if (kind === 'user') return `user:${code.toLowerCase()}`
  return kind === 'group' && !code.includes('/') ? `group:global/${code}` : subject
}

const KONTOR = '6f1c7a52-52c5-5d0a-9f0e-3f6f0d7c9b11'

/** The same definition has the same id on every system it is applied to. */
export const definitionId = (kind: string, namespace: string, code: string): string =>
  v5(`${kind}:${namespace}/${code}`, KONTOR)
