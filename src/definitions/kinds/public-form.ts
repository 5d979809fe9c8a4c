import { z } from 'zod'
import { parsePath, pathOf } from '../../lib/app-path.ts'
import { FieldCode, Name, Prose } from '../../lib/codes.ts'
import { suggest } from '../../lib/did-you-mean.ts'
import type { DefinitionKind } from '../kind.ts'
import { appAround, forReaders, type Linking, toOptional } from '../reference.ts'
import type { Issue, Path } from '../source.ts'

/** What strangers may send; how their first bytes look is in `areas/forms/file-types.ts`. */
export const FILE_TYPES = [
  'pdf',
  'jpeg',
  'png',
  'gif',
  'webp',
  'docx',
  'xlsx',
  'odt',
  'zip',
  'text',
] as const
export type FileType = (typeof FILE_TYPES)[number]

const MOST_FIELDS = 100
const MEGABYTE = 1024 ** 2

const ChosenField = z.union([
  FieldCode,
  z.strictObject({
    field: FieldCode,
    label: Name.optional().describe('absent = the name of the field'),
    help: Prose.optional().describe('said below it; absent = what the field says of itself'),
    required: z.boolean().optional().describe('besides what the field itself requires'),
  }),
])

/** An origin as browsers write it: no path, no `*`. */
const Origin = z
  .string()
  .max(255)
  .refine(
    (text) => URL.canParse(text) && /^https?:/.test(text) && new URL(text).origin === text,
    'expected an origin such as https://www.example.com, without a path',
  )

const Follow = z.strictObject({
  fields: z.array(FieldCode).default([]).describe('shown to the sender besides the status'),
  days: z.int().min(1).max(3650).default(90).describe('how long the link works'),
  mail: FieldCode.optional().describe('an e-mail field: the link is sent there, too'),
})

/** A page at which people without an account create items of an app. */
const PublicForm = z.strictObject({
  name: Name,
  text: Prose.default('').describe('said above the fields'),
  thanks: Prose.default('').describe('said after sending; absent = a few words of thanks'),
  enabled: z.boolean().default(false).describe('off = nobody finds it'),
  as: z
    .string()
    .regex(/^user:\S{1,255}$/, 'expected user:login')
    .describe('who creates the items, with the rights of that user and no others'),
  fields: z
    .array(ChosenField)
    .min(1)
    .max(MOST_FIELDS)
    .describe('in this order; no others can be sent'),
  limits: z
    .strictObject({
      perAddress: z.int().min(1).max(100_000).default(10).describe('an hour, from one address'),
      perDay: z.int().min(1).max(1_000_000).default(500).describe('from everybody'),
    })
    .prefault({}),
  proof: z
    .int()
    .min(8)
    .max(24)
    .default(15)
    .describe('zero bits that a browser has to find before it may send; more when many send'),
  files: z
    .strictObject({
      maxSize: z
        .int()
        .min(1)
        .max(1024 * MEGABYTE)
        .default(10 * MEGABYTE)
        .describe('bytes of one file'),
      types: z.array(z.enum(FILE_TYPES)).min(1).default(['pdf', 'jpeg', 'png']),
      most: z.int().min(1).max(20).default(5).describe('files in one field'),
    })
    .prefault({}),
  process: z
    .string()
    .regex(/^\w+(\.\w+)?\/\w+$/, 'expected a process, such as crm.leads/qualify or crm/qualify')
    .optional()
    .describe('started with the item; it has a variable that links to the app'),
  origins: z.array(Origin).max(50).default([]).describe('sites that may show it in a frame'),
  follow: Follow.optional().describe('a link with which the sender sees what became of it'),
})
export type PublicForm = z.output<typeof PublicForm>

export const publicForm: DefinitionKind<typeof PublicForm> = {
  schema: PublicForm,
  files: ['workspaces/{workspace}/apps/{app}/forms/{code}'],
  isForAdministrators: true,
  references: ({ process }) => toOptional('process', process, ['process']),
  subjects: ({ as: subject }) => [{ subject, path: ['as'] }],
  checkAmong: ({ body, namespace }, { find, isUnread }) => {
    const address = appAround(namespace)
    if (isUnread('app', address)) return []
    const app = find('app', address)
    if (!app) return [{ path: [], message: `there is no app "${namespace}"` }]
    const process = body.process && find('process', parsePath(body.process))
    const issues = checkPublicForm(body, app.body.fields)
    if (process && !linksTo(process.body.variables, pathOf(address))) {
      issues.push({ path: ['process'], message: 'it has no variable that links to the app' })
    }
    return forReaders(issues, app)
  },
}

const linksTo = (variables: object, path: string): boolean =>
  Object.values(variables).some((field: Linking) => field.app === path)

export type ChosenField = Exclude<PublicForm['fields'][number], string>

export const chosenOf = ({ fields }: PublicForm): ChosenField[] =>
  fields.map((each) => (typeof each === 'string' ? { field: each } : each))

/** Fields that strangers can fill in. Those that name people or other items would tell who and what there is. */
export const FILLED = [
  'STRING',
  'INTEGER',
  'FLOAT',
  'BOOLEAN',
  'DATETIME',
  'CATEGORY',
  'EMAIL',
  'PHONE',
  'FULL_NAME',
  'LINK',
  'FILE',
  'IMAGE',
]

type Fields = Record<string, { type: string; kind?: unknown; unique?: unknown }>

/** Fields of the app that the form names, and whether strangers can fill them in. */
function checkPublicForm(form: PublicForm, fields: Fields): Issue[] {
  const known = Object.keys(fields)
  const unknown = (code: string, path: Path): Issue[] =>
    Object.hasOwn(fields, code)
      ? []
      : [{ path, message: `unknown field "${code}"${suggest(code, known)}` }]
  const placed = form.fields.map((each, at) =>
    typeof each === 'string'
      ? { code: each, path: ['fields', at] as Path }
      : { code: each.field, path: ['fields', at, 'field'] as Path },
  )
  const { mail, fields: shown = [] } = form.follow ?? {}
  return [
    ...placed.flatMap(({ code, path }) => [
      ...unknown(code, path),
      ...unfit(code, fields[code], path),
    ]),
    ...placed
      .filter(({ code }, at) => placed.findIndex((other) => other.code === code) < at)
      .map(({ code, path }) => ({ path, message: `"${code}" is in the form twice` })),
    ...shown.flatMap((code, at) => unknown(code, ['follow', 'fields', at])),
    ...shown.flatMap((code, at) => unshown(code, fields[code], ['follow', 'fields', at])),
    ...(mail === undefined ||
    (fields[mail]?.type === 'EMAIL' && placed.some(({ code }) => code === mail))
      ? []
      : [{ path: ['follow', 'mail'], message: 'expected an e-mail field of this form' }]),
  ]
}

function unfit(code: string, field: Fields[string] | undefined, path: Path): Issue[] {
  if (!field) return []
  const { type, kind, unique } = field
  if (!FILLED.includes(type)) {
    return [
      { path, message: `"${code}" is ${type}, which people without an account cannot fill in` },
    ]
  }
  if (unique === true) {
    return [
      { path, message: `"${code}" is unique: strangers could find out which values there are` },
    ]
  }
  return kind === 'markdown'
    ? [{ path, message: `"${code}" is Markdown, which people without an account cannot fill in` }]
    : []
}

/** What is read back is plain text: files would need links of their own. */
const SHOWN = FILLED.filter((type) => type !== 'FILE' && type !== 'IMAGE')

const unshown = (code: string, field: Fields[string] | undefined, path: Path): Issue[] =>
  !field || SHOWN.includes(field.type)
    ? []
    : [{ path, message: `"${code}" is ${field.type}, which cannot be shown to senders` }]
