import { z } from 'zod'
import { AppError } from '../lib/errors.ts'
import { inWords, received } from '../lib/zod-words.ts'
import {
  bytes,
  flag,
  isHost,
  isMailServer,
  isOrigin,
  list,
  MOST_BYTES,
  postgres,
  seconds,
  website,
  whole,
  withoutPassword,
} from './config-types.ts'
import { isRange } from './outside/addresses.ts'
import { areHeaders } from './telemetry/pairs.ts'

/** Every variable the server reads, its default and its meaning; docs/configuration.md is generated from it. */
export const Environment = z.object({
  PORT: whole(0, 65_535).default(8365).describe('port to listen on; 0 takes a free one'),
  HOST: z
    .string()
    .refine(isHost, 'expected an address such as 127.0.0.1 or 0.0.0.0, without a port')
    .default('127.0.0.1')
    .describe('address to listen on; 0.0.0.0 for every network'),
  KONTOR_DATA: z
    .string()
    .min(1)
    .default('./data')
    .describe('folder of the embedded database and of the file bodies'),
  DATABASE_URL: postgres
    .optional()
    .describe(
      'PostgreSQL 15 or newer, also several hosts of one cluster: postgres://user@one,two:5433/kontor; absent = the embedded PostgreSQL in KONTOR_DATA',
    ),
  DATABASE_READ_URL: postgres
    .optional()
    .describe(
      'standbys of the same cluster, one or several: postgres://user@two,three:5433/kontor; each name must be one server, no proxy and no service such as `-ro`; lists, searches, exports and other reads go there',
    ),
  KONTOR_REPORTS_URL: postgres
    .optional()
    .describe(
      'the same database as a user without rights, for SQL reports; absent = Kontor creates this user',
    ),
  KONTOR_REPORT_TIMEOUT: seconds(1).default(30).describe('seconds an SQL report may take'),
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
      'key that encrypts the secrets in the database, at least 32 characters; older keys for decryption may follow after commas; the same on every node; absent = the file secret.key in KONTOR_DATA, created at the first start',
    ),
  KONTOR_DEMO: flag
    .optional()
    .describe(
      'example solutions and their data: on = load them once, off = never; absent = on at the first start with the embedded PostgreSQL',
    ),
  KONTOR_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2}$/, 'expected a language of two letters, such as en or ru')
    .optional()
    .describe(
      'language in which names are stored that solutions give in several: of groups, departments, positions, registration folders and instances; absent = the one that is written first',
    ),
  KONTOR_MARKETING: flag
    .default('on')
    .describe('segments and subscribers; off = their operations return 412'),
  KONTOR_PUBLIC_URL: website
    .optional()
    .describe(
      'public address of the server; absent = links to files use the address of the request for them, letters carry no link, and delegated actions call back http://HOST:PORT; set it wherever others can reach the server',
    ),
  KONTOR_FILES: z
    .enum(['local', 's3'])
    .default('local')
    .describe(
      'where file bodies are stored; local = in the folder files of KONTOR_DATA, s3 = in the bucket KONTOR_S3_BUCKET',
    ),
  KONTOR_S3_BUCKET: z
    .string()
    .regex(/^[\w.-]+$/, 'expected the name of a bucket such as kontor-files')
    .optional()
    .describe('bucket for file bodies'),
  KONTOR_S3_REGION: z
    .string()
    .regex(/^[\w-]+$/, 'expected a region such as us-east-1')
    .default('us-east-1')
    .describe('region of the bucket'),
  KONTOR_S3_ENDPOINT: website
    .optional()
    .describe('address of an S3-compatible server; absent = Amazon S3 in the region'),
  KONTOR_S3_ACCESS_KEY: z
    .string()
    .min(1)
    .optional()
    .describe('access key; absent = the AWS credentials of the environment'),
  KONTOR_S3_SECRET_KEY: z.string().min(1).optional().describe('its secret'),
  KONTOR_S3_LINKS: z
    .enum(['direct', 'through'])
    .default('direct')
    .describe('direct = download links point to the bucket, through = to this server'),
  KONTOR_QUOTA: bytes(0, MOST_BYTES)
    .prefault('1024GiB')
    .describe('maximum size of all files together; 0 = no limit'),
  KONTOR_USER_QUOTA: bytes(0, MOST_BYTES)
    .prefault('50GiB')
    .describe('maximum size of the files uploaded by one user; 0 = no limit'),
  KONTOR_TRASH_DAYS: whole(0, 36_500)
    .default(30)
    .describe('days after which files in the trash are deleted permanently; 0 = never'),
  KONTOR_EVENT_DAYS: whole(0, 36_500)
    .default(0)
    .describe(
      'days after which events go from the log to archives in the file store, which `kontor events --from-archive` reads; 0 = never',
    ),
  KONTOR_PRIVATE_ADDRESSES: list(
    isRange,
    'addresses such as 10.1.2.3 and ranges such as 10.1.0.0/16',
  ).describe(
    'private addresses such as 10.1.2.3 or 10.1.0.0/16 that links, webhooks, delegated actions and agents may use, separated by commas',
  ),
  KONTOR_PROVIDERS: z
    .string()
    .min(1)
    .optional()
    .describe(
      'file with identity providers, in YAML; read at every start, see docs/guides/sign-in.md',
    ),
  KONTOR_SCIM_ORG_CHART: flag
    .default('off')
    .describe(
      'on = departments and managers that SCIM sends build the org chart, see docs/guides/provisioning.md',
    ),
  KONTOR_PROVIDER_ADDRESSES: list(
    isRange,
    'addresses such as 10.1.2.3 and ranges such as 10.1.0.0/16',
  ).describe(
    'private addresses such as 10.1.2.3 or 10.1.0.0/16 where identity providers may be, besides KONTOR_PRIVATE_ADDRESSES, separated by commas',
  ),
  KONTOR_FETCH_TIMEOUT: seconds(1)
    .default(60)
    .describe('seconds that fetching one file from a link may take'),
  KONTOR_SMTP_URL: z
    .string()
    .refine(isMailServer, { error: 'expected smtp://user:password@host:port', abort: true })
    .optional()
    .describe(
      'mail server: smtp:// (encrypted if the server supports it, ?tls=off disables it) or smtps://; absent = no mail is sent',
    ),
  KONTOR_MAIL_FROM: z
    .string()
    .regex(
      /^([^<>@\p{Cc}]+ <[^\s<>@,;]+@[^\s<>@,;]+>|[^\s<>@,;]+@[^\s<>@,;]+)$/u,
      'expected Kontor <kontor@example.com>',
    )
    .optional()
    .describe(
      'sender of all mail, such as `Kontor <kontor@example.com>`; needed with KONTOR_SMTP_URL',
    ),
  KONTOR_PUSH: z
    .enum(['on', 'off'])
    .default('on')
    .describe(
      'whether people may be told of notices by their browsers; messages go, encrypted, through the hosts of browser vendors',
    ),
  KONTOR_PUSH_ADDRESSES: list(
    isRange,
    'addresses such as 10.1.2.3 and ranges such as 10.1.0.0/16',
  ).describe(
    'private addresses such as 10.1.2.3 or 10.1.0.0/16 where push services of browsers may be, separated by commas; everybody who signs in can have them called',
  ),
  KONTOR_MCP: z
    .enum(['on', 'read', 'off'])
    .default('on')
    .describe(
      'what assistants may do at /mcp with the tokens of people: everything the token may, only read, or nothing',
    ),
  KONTOR_OAUTH_REGISTRATION: z
    .enum(['open', 'documents', 'closed'])
    .default('open')
    .describe(
      'which programs can ask people to let them in: any that registers itself, those with a document at an address of their own, or only those that administrators registered',
    ),
  KONTOR_GUEST_INVITATIONS: z
    .enum(['managers', 'administrators'])
    .default('managers')
    .describe(
      'who invites guests: whoever has the right `manage` on what they share, or only administrators',
    ),
  KONTOR_AGENT_URL: website
    .optional()
    .describe(
      'address of an OpenAI-compatible API for the agents of processes, such as https://models.example.com/v1; absent = agents do not run',
    ),
  KONTOR_AGENT_KEY: z.string().min(1).optional().describe('key for KONTOR_AGENT_URL'),
  KONTOR_AGENT_MODEL: z
    .string()
    .min(1)
    .optional()
    .describe('model of agents that name none; needed with KONTOR_AGENT_URL'),
  KONTOR_AGENT_TIMEOUT: seconds(2)
    .default(120)
    .describe(
      'seconds a model may take to answer, and the time after which the agents of a dead node are taken over by another',
    ),
  KONTOR_CORS_ORIGINS: list(
    isOrigin,
    'origins such as https://app.example.com, without a path, or *',
  ).describe(
    'other web origins whose pages may call the API, such as https://app.example.com, separated by commas; * = all',
  ),
  KONTOR_TRUST_PROXY: z
    .string()
    .regex(/^(on|off|\d)$/, 'expected on, off or the number of proxies from 0 to 9')
    .default('off')
    .transform((text) => ({ off: 0, on: 1 })[text] ?? Number(text))
    .describe(
      'number of proxies whose X-Forwarded-For and X-Forwarded-Proto are trusted; on = 1, off = 0',
    ),
  KONTOR_METRICS: z
    .enum(['token', 'open'])
    .default('token')
    .describe("who may read /metrics: an administrator's token, or everybody"),
  KONTOR_DATABASE_POOL: whole(2, 1000)
    .default(12)
    .describe('connections of one node to the database'),
  KONTOR_REQUEST_QUEUE: whole(1, 1_000_000)
    .default(2000)
    .describe(
      'requests of one person that wait for their turn, and statements for a connection of a node; more are refused with 429. While others are there, one person has a few requests at a time and a quarter of the connections',
    ),
  KONTOR_LIST_TIMEOUT: seconds(1)
    .default(10)
    .describe('seconds a read may take in the database, except for administrators and reports'),
  KONTOR_QUERY_COST: whole(0, Number.MAX_SAFE_INTEGER)
    .default(20_000_000)
    .describe(
      'largest cost, as PostgreSQL estimates it, of a filter that goes through other lists; 100,000 is about a second; 0 = no limit',
    ),
  KONTOR_STREAMS: whole(0, 1_000_000)
    .default(20)
    .describe('event streams of one person that a node keeps open; 0 = no limit'),
  KONTOR_WORKERS: whole(0, 1000)
    .default(4)
    .describe('jobs that one node runs in parallel; 0 = none'),
  KONTOR_SCRIPT_WORKERS: whole(1, 64)
    .default(2)
    .describe(
      'process scripts that one node runs in parallel, each in its own thread; four times as many if they wait for answers of the system, twice as many handlers and four times as many routes of modules',
    ),
  KONTOR_SCRIPT_TIME: whole(1, 3_600_000)
    .default(1000)
    .describe(
      'CPU time of a process script, in milliseconds; of one that calls the system, between two answers',
    ),
  KONTOR_SCRUB_LIMIT: bytes(0, 1024 ** 4)
    .prefault('256MiB')
    .describe(
      'file bodies that are read and compared with their checksums in ten minutes, by all nodes together; 0 = none',
    ),
  KONTOR_BODY_LIMIT: bytes(1024, 256 * 1024 ** 2)
    .prefault('8MiB')
    .describe(
      'largest JSON body of operations with field values or many objects; of others 1 MiB, of assistants 4 MiB, of callers without credentials 64 KiB, of public forms 256 KiB',
    ),
  KONTOR_DRAFTS_LIMIT: bytes(1024, 10 * 1024 ** 3)
    .prefault('128MiB')
    .describe('changed files in all drafts of one person together'),
  KONTOR_REPORT_MAILS: whole(1, 1_000_000)
    .default(5000)
    .describe('mails with reports that the schedules of one person make in a day'),
  KONTOR_TAKEN_VALUES: whole(0, 1_000_000)
    .default(100)
    .describe(
      'answers per hour, person and node that a unique value, an id or an upload hash is taken by something they may not read; then their writes wait; 0 = no limit',
    ),
  KONTOR_RATE_LIMIT: whole(0, 1_000_000)
    .default(12_000)
    .describe(
      'requests per minute and node for one user with all tokens and sessions together, and for one address without a valid token; 0 = no limit',
    ),
  KONTOR_SESSION_LENGTH: seconds(60)
    .default(14 * 86_400)
    .describe('seconds after which people sign in again in a browser'),
  KONTOR_SESSION_IDLE: seconds(60)
    .default(2 * 86_400)
    .describe('seconds after which a browser that was not used is signed out'),
  KONTOR_STEP_UP: seconds(0)
    .default(15 * 60)
    .describe(
      'seconds after which a browser asks again who is there before dangerous actions, such as making an administrator or removing a solution; 0 = never',
    ),
  KONTOR_START_LIMIT: whole(0, 1_000_000)
    .default(200)
    .describe('starts per second and node for one process; 0 = no limit'),
  KONTOR_PROCESS_ROUNDS: whole(0, 100_000_000)
    .default(5000)
    .describe(
      'rounds of one process instance within an hour, on all of its cycles together; then it stops with an incident, and a retry allows as many again; 0 = no limit',
    ),
  KONTOR_JOB_LEASE: seconds(2)
    .default(30)
    .describe(
      'seconds a node has for a process job, and the time after which the jobs of a silent or dead node are taken over by another',
    ),
  KONTOR_REQUEST_TIMEOUT: seconds(1)
    .default(60)
    .describe('seconds in which a request must arrive completely; uploads may take longer'),
  KONTOR_UPLOAD_LIMIT: bytes(1, MOST_BYTES).prefault('5GiB').describe('largest file'),
  KONTOR_UPLOAD_TIMEOUT: seconds(1)
    .default(60)
    .describe('seconds an upload, or the reader of an export, may pause'),
  KONTOR_CLOCK_LIMIT: seconds(0)
    .default(300)
    .describe(
      'seconds by which the clock of a machine may differ from that of the database; beyond, the node is not ready; 0 = no limit',
    ),
  KONTOR_STALL_LIMIT: seconds(0)
    .default(60)
    .describe('seconds a node may be unresponsive before it terminates itself; 0 = no limit'),
  KONTOR_DRAIN_TIMEOUT: seconds(0)
    .default(20)
    .describe('seconds that running requests and jobs have to finish at a stop'),
  OTEL_EXPORTER_OTLP_ENDPOINT: withoutPassword
    .optional()
    .describe(
      'OpenTelemetry collector that traces and metrics are sent to, such as http://localhost:4318; absent = nothing is collected',
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: withoutPassword
    .optional()
    .describe('whole address for traces; absent = OTEL_EXPORTER_OTLP_ENDPOINT/v1/traces'),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: withoutPassword
    .optional()
    .describe('whole address for metrics; absent = OTEL_EXPORTER_OTLP_ENDPOINT/v1/metrics'),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .refine(areHeaders, 'expected names and values that can be sent as headers')
    .optional()
    .describe('headers for the collector, such as `authorization=Bearer%20…`, separated by commas'),
  OTEL_EXPORTER_OTLP_PROTOCOL: z
    .enum(['http/json'])
    .default('http/json')
    .describe('how the collector is spoken to; there is only http/json'),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('none = no traces'),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp').describe('none = no metrics'),
  OTEL_TRACES_SAMPLER: z
    .enum([
      'parentbased_always_on',
      'parentbased_always_off',
      'parentbased_traceidratio',
      'always_on',
      'always_off',
      'traceidratio',
    ])
    .default('parentbased_always_on')
    .describe(
      'which traces are collected; parentbased = as `traceparent` of a request says, if it has one, which a proxy drops where strangers may send requests',
    ),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number('expected a number from 0 to 1')
    .min(0, 'expected a number from 0 to 1')
    .max(1, 'expected a number from 0 to 1')
    .default(1)
    .describe('share of the traces that traceidratio collects, from 0 to 1'),
  OTEL_METRIC_EXPORT_INTERVAL: whole(1000, 3_600_000)
    .default(60_000)
    .describe('milliseconds between two sendings of metrics'),
  OTEL_SERVICE_NAME: z.string().min(1).default('kontor').describe('name of this service in traces'),
  OTEL_RESOURCE_ATTRIBUTES: z
    .string()
    .optional()
    .describe('what else is told of this service, such as `deployment.environment.name=test`'),
  OTEL_SDK_DISABLED: z
    .enum(['true', 'false'])
    .default('false')
    .describe('true = nothing is collected, whatever else is set'),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'silent'])
    .optional()
    .describe('absent = warn when a terminal is attached, info otherwise'),
})

export type Config = z.output<typeof Environment>

/** Whether a node keeps anything in KONTOR_DATA. */
export const needsFolder = ({ DATABASE_URL, KONTOR_SECRET, KONTOR_FILES }: Config): boolean =>
  !DATABASE_URL || !KONTOR_SECRET || KONTOR_FILES === 'local'

/** Private addresses where identity providers may be. */
export const providerAddresses = ({
  KONTOR_PRIVATE_ADDRESSES,
  KONTOR_PROVIDER_ADDRESSES,
}: Config): string[] => [...KONTOR_PRIVATE_ADDRESSES, ...KONTOR_PROVIDER_ADDRESSES]

/** Settings that require each other. */
const Consistent = Environment.superRefine((config, { addIssue }) => {
  const need = (name: keyof Config, other: keyof Config) => {
    if (config[name] !== undefined) return
    const message = `expected a value because ${other} is set, received nothing`
    addIssue({ code: 'custom', path: [name], message })
  }
  if (config.KONTOR_SMTP_URL) need('KONTOR_MAIL_FROM', 'KONTOR_SMTP_URL')
  if (config.KONTOR_AGENT_URL) need('KONTOR_AGENT_MODEL', 'KONTOR_AGENT_URL')
  if (config.KONTOR_AGENT_KEY) need('KONTOR_AGENT_URL', 'KONTOR_AGENT_KEY')
  if (config.KONTOR_FILES === 's3') need('KONTOR_S3_BUCKET', 'KONTOR_FILES')
  if (config.KONTOR_S3_ACCESS_KEY) need('KONTOR_S3_SECRET_KEY', 'KONTOR_S3_ACCESS_KEY')
  if (config.KONTOR_S3_SECRET_KEY) need('KONTOR_S3_ACCESS_KEY', 'KONTOR_S3_SECRET_KEY')
})

/** Reads the environment; reports all problems together, each with the name of its setting. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()))
  const parsed = Consistent.safeParse(given, { error: inWords })
  if (parsed.success) return parsed.data
  const problems = new Map(
    parsed.error.issues.map(({ path: [name = ''], message }) => {
      const isComplete = message.includes(', received ')
      const ending = isComplete ? '' : received({ path: [name], input: given[String(name)] })
      return [String(name), `${message}${ending}`.replace(/\p{Cc}+/gu, ' ')]
    }),
  )
  const details = [...problems].map(([path, message]) => ({ path, message }))
  const lines = details.map(({ path, message }) => `  ${path}: ${message}`)
  throw new AppError('invalid', `these settings are not valid:\n${lines.join('\n')}`, { details })
}
