import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { inWords } from '../lib/zod-words.ts'

const flag = z.enum(['on', 'off'])
const count = z.coerce.number().int().min(0)
const bytes = z
  .string()
  .regex(/^\d+(\.\d+)?\s*(B|KiB|MiB|GiB)?$/i, 'expected a size such as 8MiB')
  .transform((text) => {
    const units = { b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }
    const [, number, unit = 'b'] = /^([\d.]+)\s*(\w*)$/.exec(text) ?? []
    return Math.floor(Number(number) * units[(unit.toLowerCase() || 'b') as keyof typeof units])
  })

/** Every variable the server reads, its default and its meaning; docs/configuration.md is made from this. */
export const Environment = z.object({
  PORT: z.coerce
    .number()
    .int()
    .min(0)
    .max(65_535)
    .default(8365)
    .describe('port to listen on; 0 takes a free one'),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .describe('address to listen on; 0.0.0.0 for every network'),
  KONTOR_DATA: z
    .string()
    .min(1)
    .default('./data')
    .describe('folder of the embedded database and of the file bodies'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgres://user:password@host:port/database')
    .optional()
    .describe('PostgreSQL 15 or newer; absent = the embedded PostgreSQL in KONTOR_DATA'),
  KONTOR_REPORTS_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgres://user:password@host:port/database')
    .optional()
    .describe(
      'the same database as a user who has no rights, for SQL reports; absent = Kontor creates that user itself',
    ),
  KONTOR_REPORT_TIMEOUT: count.min(1).default(30).describe('seconds an SQL report may take'),
  KONTOR_ADMIN_TOKEN: z
    .uuid('expected a UUID')
    .optional()
    .describe("the first administrator's API token; absent = made and printed at the first start"),
  KONTOR_ADMIN_PASSWORD: z
    .string()
    .optional()
    .describe(
      "the first administrator's password, at least 10 characters; absent = made and printed at the first start",
    ),
  KONTOR_SECRET: z
    .string()
    .transform((text) => text.split(',').map((key) => key.trim()))
    .refine((keys) => keys.every((key) => key.length >= 32), 'expected at least 32 characters')
    .optional()
    .describe(
      'seals the secrets that are kept in the database, at least 32 characters; after commas older ones that still open; the same on every node; absent = the file secret.key in KONTOR_DATA, made at the first start',
    ),
  KONTOR_DEMO: flag
    .optional()
    .describe(
      'example solutions and their data: on = load them once, off = never; absent = on at the first start with the embedded PostgreSQL',
    ),
  KONTOR_MARKETING: flag
    .default('on')
    .describe('segments and subscribers; off = their operations answer 412'),
  KONTOR_PUBLIC_URL: z
    .url()
    .optional()
    .describe('address under which people reach the server; absent = http://HOST:PORT'),
  KONTOR_FILES: z
    .enum(['local', 's3'])
    .default('local')
    .describe(
      'where the bodies of files lie; local = in the folder files of KONTOR_DATA, s3 = in the bucket KONTOR_S3_BUCKET',
    ),
  KONTOR_S3_BUCKET: z.string().min(1).optional().describe('bucket of the bodies of files'),
  KONTOR_S3_REGION: z.string().min(1).default('us-east-1').describe('region of the bucket'),
  KONTOR_S3_ENDPOINT: z
    .url()
    .optional()
    .describe('address of a server that speaks S3; absent = that of the region at Amazon'),
  KONTOR_S3_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('access key; absent = as the environment of the machine says'),
  KONTOR_S3_SECRET_KEY: z.string().min(1).optional().describe('its secret'),
  KONTOR_S3_LINKS: z
    .enum(['direct', 'through'])
    .default('direct')
    .describe('download links lead to the bucket itself, or through this server'),
  KONTOR_QUOTA: bytes.default(0).describe('what all files together may take; 0 = no limit'),
  KONTOR_USER_QUOTA: bytes
    .default(0)
    .describe('what the files that one user sent may take; 0 = no limit'),
  KONTOR_TRASH_DAYS: count
    .max(36_500)
    .default(30)
    .describe('days after which files in the trash are removed for good; 0 = never'),
  KONTOR_PRIVATE_ADDRESSES: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((range) => range !== ''))
    .describe(
      'addresses such as 10.1.2.3 or 10.1.0.0/16 that links, webhooks and delegated actions may lead to although they are private, separated by commas',
    ),
  KONTOR_FETCH_TIMEOUT: count
    .min(1)
    .default(60)
    .describe('seconds that fetching one file from a link may take'),
  KONTOR_SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'expected smtp://user:password@host:port')
    .refine((text) => URL.canParse(text), 'expected smtp://user:password@host:port')
    .optional()
    .describe(
      'mail server: smtp:// (encrypted when the server can, ?tls=off to forbid it) or smtps://; absent = no mail is sent',
    ),
  KONTOR_MAIL_FROM: z
    .string()
    .regex(/^([^<>@\p{Cc}]+ <)?[^\s<>@,;]+@[^\s<>@,;]+>?$/u, 'expected Kontor <kontor@example.com>')
    .optional()
    .describe(
      'sender of all mail, such as `Kontor <kontor@example.com>`; needed with KONTOR_SMTP_URL',
    ),
  KONTOR_CORS_ORIGINS: z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((origin) => origin !== ''))
    .describe('other web origins whose pages may call the API, separated by commas'),
  KONTOR_TRUST_PROXY: z
    .union(
      [flag, z.string().regex(/^\d$/, 'expected a digit')],
      'expected on, off or the number of proxies',
    )
    .default('off')
    .transform((text) => ({ off: 0, on: 1 })[text] ?? Number(text))
    .describe(
      'how many proxies in front are believed in X-Forwarded-For and X-Forwarded-Proto; on = 1, off = 0',
    ),
  KONTOR_METRICS: z
    .enum(['token', 'open'])
    .default('token')
    .describe("who may read /metrics: an administrator's token, or everybody"),
  KONTOR_DATABASE_POOL: count
    .min(2)
    .default(12)
    .describe('connections of one node to the database'),
  KONTOR_WORKERS: count.default(4).describe('jobs one node runs at once; 0 = this node runs none'),
  KONTOR_SCRIPT_WORKERS: count
    .min(1)
    .default(2)
    .describe('scripts of processes one node runs at once, each in a thread of its own'),
  KONTOR_SCRIPT_TIME: count
    .min(1)
    .default(1000)
    .describe('milliseconds a script of a process may compute'),
  KONTOR_BODY_LIMIT: bytes.default(8 * 1024 ** 2).describe('largest JSON body'),
  KONTOR_RATE_LIMIT: count
    .default(0)
    .describe(
      'requests a minute one user may make on one node with all tokens and sessions together, and one address without a token that is known; 0 = no limit',
    ),
  KONTOR_START_LIMIT: count
    .default(200)
    .describe('starts a second of one process on one node; 0 = no limit'),
  KONTOR_JOB_LEASE: count
    .min(2)
    .default(30)
    .describe(
      'seconds a node has for a step of a process, and a silent node for its jobs; after that another node takes over, also from one that died',
    ),
  KONTOR_REQUEST_TIMEOUT: count
    .min(1)
    .default(60)
    .describe('seconds a request may take to arrive; an upload may take longer'),
  KONTOR_UPLOAD_LIMIT: bytes.default(5 * 1024 ** 3).describe('largest file'),
  KONTOR_UPLOAD_TIMEOUT: count.min(1).default(60).describe('seconds an upload may stand still'),
  KONTOR_STALL_LIMIT: count
    .default(60)
    .describe(
      'seconds a node may stand still, answering nobody, before it ends itself; 0 = for ever',
    ),
  KONTOR_DRAIN_TIMEOUT: count
    .default(20)
    .describe('seconds running requests and jobs get to finish at a stop'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .optional()
    .describe('absent = warn when a terminal is attached, info otherwise'),
})

export type Config = z.output<typeof Environment>

/** What only makes sense together. */
const Consistent = Environment.refine(
  ({ KONTOR_SMTP_URL, KONTOR_MAIL_FROM }) => KONTOR_SMTP_URL === undefined || KONTOR_MAIL_FROM,
  { path: ['KONTOR_MAIL_FROM'], message: 'expected together with KONTOR_SMTP_URL' },
)

/** Reads the environment once; says everything that is wrong with it at once. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.entries(environment).filter(
    ([, value]) => value !== undefined && value !== '',
  )
  const parsed = Consistent.safeParse(Object.fromEntries(given), { error: inWords })
  if (parsed.success) return parsed.data
  const details = parsed.error.issues.map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  const lines = details.map(({ path, message }) => `  ${path}: ${message}`)
  throw new AppError('invalid', `the environment is not valid:\n${lines.join('\n')}`, { details })
}
