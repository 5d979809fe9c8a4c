import { describe, expect, test } from 'vitest'
import { describeConfiguration } from '../../scripts/configuration.ts'
import { AppError } from '../lib/errors.ts'
import { type Config, Environment, readConfig } from './config.ts'
import { unknownSettings } from './unknown-settings.ts'

const WHOLE = ['abc', '-1', '1.5', '1e99', '10s']
const SIZES = ['abc', '-1', '8MB', '8 apples', '99999999GiB']
const ADDRESSES = [
  ...['kontor.example', 'javascript:alert(1)', 'https://'],
  ...['https://kontor.example/?', 'https://kontor.example?a=b', 'https://kontor.example/#a'],
]

const COLLECTORS = [...ADDRESSES, 'https://ann:s3cr3t@collector', 'https://ann@collector']

/** Values that each setting refuses. */
const BAD: Record<keyof Config, string[]> = {
  PORT: [...WHOLE, '65536'],
  HOST: ['two words', 'http://0.0.0.0', '0.0.0.0:8365'],
  KONTOR_DATA: [],
  DATABASE_URL: [
    'mysql://x',
    'localhost',
    'postgres://',
    'postgres://one,two:x/kontor',
    'postgres://one/kontor?target_session_attrs=standby',
  ],
  DATABASE_READ_URL: ['mysql://x', 'localhost', 'postgres://'],
  KONTOR_REPORTS_URL: ['mysql://x', 'localhost', 'postgres://'],
  KONTOR_REPORT_TIMEOUT: [...WHOLE, '0'],
  KONTOR_ADMIN_TOKEN: ['short'],
  KONTOR_ADMIN_PASSWORD: [],
  KONTOR_SECRET: ['short', `${'x'.repeat(32)},short`],
  KONTOR_DEMO: ['yes'],
  KONTOR_LANGUAGE: ['russian', 'RU'],
  KONTOR_MARKETING: ['yes'],
  KONTOR_PUBLIC_URL: ADDRESSES,
  KONTOR_FILES: ['bucket'],
  KONTOR_S3_BUCKET: ['my bucket', 's3://bucket'],
  KONTOR_S3_REGION: ['us east'],
  KONTOR_S3_ENDPOINT: [...ADDRESSES, 'localhost:9000'],
  KONTOR_S3_ACCESS_KEY: ['without a secret key'],
  KONTOR_S3_SECRET_KEY: ['without an access key'],
  KONTOR_S3_LINKS: ['on'],
  KONTOR_QUOTA: SIZES,
  KONTOR_USER_QUOTA: SIZES,
  KONTOR_TRASH_DAYS: [...WHOLE, '36501'],
  KONTOR_EVENT_DAYS: [...WHOLE, '36501'],
  KONTOR_PRIVATE_ADDRESSES: [
    '10.0.0.0/',
    '10.0.0.0/99',
    '10.0.0.0/8/8',
    '10.0.0.1, localhost',
    'fd00::/129',
  ],
  KONTOR_PROVIDERS: [],
  KONTOR_SCIM_ORG_CHART: ['yes'],
  KONTOR_PROVIDER_ADDRESSES: ['10.0.0.0/99', 'keycloak.example'],
  KONTOR_FETCH_TIMEOUT: [...WHOLE, '0', '2147484'],
  KONTOR_SMTP_URL: ['localhost', 'http://localhost', 'smtp://'],
  KONTOR_MAIL_FROM: ['Kontor', 'Kontor <kontor@example.com', 'a@b\r\nBcc: c@d'],
  KONTOR_PUSH: ['yes'],
  KONTOR_PUSH_ADDRESSES: ['10.0.0.0/99', 'push.example'],
  KONTOR_MCP: ['yes'],
  KONTOR_OAUTH_REGISTRATION: ['no'],
  KONTOR_GUEST_INVITATIONS: ['everybody'],
  KONTOR_AGENT_URL: ADDRESSES,
  KONTOR_AGENT_KEY: ['without an address'],
  KONTOR_AGENT_MODEL: [],
  KONTOR_AGENT_TIMEOUT: [...WHOLE, '1', '2147484'],
  KONTOR_CORS_ORIGINS: ['foo bar', 'app.example', 'https://app.example/', 'https://*.example'],
  KONTOR_TRUST_PROXY: ['yes', '10', '-1'],
  KONTOR_METRICS: ['on'],
  KONTOR_DATABASE_POOL: [...WHOLE, '1'],
  KONTOR_REQUEST_QUEUE: [...WHOLE, '0'],
  KONTOR_LIST_TIMEOUT: [...WHOLE, '0'],
  KONTOR_QUERY_COST: WHOLE,
  KONTOR_STREAMS: WHOLE,
  KONTOR_WORKERS: [...WHOLE, '1001'],
  KONTOR_SCRIPT_WORKERS: [...WHOLE, '0', '65'],
  KONTOR_SCRIPT_TIME: [...WHOLE, '0'],
  KONTOR_SCRUB_LIMIT: [...SIZES, '2TiB'],
  KONTOR_BODY_LIMIT: [...SIZES, '0', '1GiB'],
  KONTOR_DRAFTS_LIMIT: ['1', '100GiB', 'much'],
  KONTOR_REPORT_MAILS: [...WHOLE, '0'],
  KONTOR_TAKEN_VALUES: WHOLE,
  KONTOR_RATE_LIMIT: WHOLE,
  KONTOR_SESSION_LENGTH: [...WHOLE, '59'],
  KONTOR_SESSION_IDLE: [...WHOLE, '59'],
  KONTOR_STEP_UP: WHOLE,
  KONTOR_START_LIMIT: WHOLE,
  KONTOR_PROCESS_ROUNDS: WHOLE,
  KONTOR_JOB_LEASE: [...WHOLE, '1', '2147484'],
  KONTOR_REQUEST_TIMEOUT: [...WHOLE, '0', '2147484'],
  KONTOR_UPLOAD_LIMIT: [...SIZES, '0'],
  KONTOR_UPLOAD_TIMEOUT: [...WHOLE, '0', '2147484'],
  KONTOR_CLOCK_LIMIT: [...WHOLE, '2147484'],
  KONTOR_STALL_LIMIT: [...WHOLE, '2147484'],
  KONTOR_DRAIN_TIMEOUT: [...WHOLE, '2147484'],
  OTEL_EXPORTER_OTLP_ENDPOINT: COLLECTORS,
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: COLLECTORS,
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: COLLECTORS,
  OTEL_EXPORTER_OTLP_HEADERS: ['authorization=Bearer%20s3cr3t%0Amore', 'two words=s3cr3t'],
  OTEL_EXPORTER_OTLP_PROTOCOL: ['grpc', 'http/protobuf'],
  OTEL_TRACES_EXPORTER: ['console'],
  OTEL_METRICS_EXPORTER: ['prometheus'],
  OTEL_TRACES_SAMPLER: ['sometimes'],
  OTEL_TRACES_SAMPLER_ARG: ['2', '-1', 'half'],
  OTEL_METRIC_EXPORT_INTERVAL: [...WHOLE, '0'],
  OTEL_SERVICE_NAME: [],
  OTEL_RESOURCE_ATTRIBUTES: [],
  OTEL_SDK_DISABLED: ['on'],
  LOG_LEVEL: ['loud'],
}
/** A pair that is incomplete is reported by the name of the missing one. */
const PARTNERS: Record<string, string> = {
  KONTOR_AGENT_KEY: 'KONTOR_AGENT_URL',
  KONTOR_S3_ACCESS_KEY: 'KONTOR_S3_SECRET_KEY',
  KONTOR_S3_SECRET_KEY: 'KONTOR_S3_ACCESS_KEY',
}

const refused = (environment: Record<string, string>): AppError => {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error(`accepted: ${JSON.stringify(environment)}`)
}

describe('a bad value is refused in one line that names the setting', () => {
  const all = Object.entries(BAD).flatMap(([name, values]) => values.map((value) => [name, value]))

  test.each(all)('%s=%s', (name = '', value = '') => {
    const [head, line, ...more] = refused({ [name]: value }).message.split('\n')

    expect(head).toBe('these settings are not valid:')
    expect(line).toMatch(`  ${PARTNERS[name] ?? name}: expected `)
    expect(line).toMatch(/, received ("|text$|nothing$)/)
    expect(more).toEqual([])
    expect(line).not.toContain('s3cr3t')
  })
})

test('the first bad values of all settings are reported together', () => {
  const bad = Object.entries(BAD).flatMap(([name, [value]]) => (value ? [[name, value]] : []))

  const { details } = refused(Object.fromEntries(bad))

  const named = new Set(details.map(({ path }) => path))
  const isPaired = (name: string) => name in PARTNERS
  expect([...named]).toEqual(bad.map(([name = '']) => name).filter((name) => !isPaired(name)))
})

test.each([
  ['KONTOR_SMTP_URL', 'smtp://localhost', 'KONTOR_MAIL_FROM'],
  ['KONTOR_FILES', 's3', 'KONTOR_S3_BUCKET'],
  ['KONTOR_AGENT_URL', 'https://models.example.com/v1', 'KONTOR_AGENT_MODEL'],
])('%s=%s needs %s', (name, value, other) => {
  const message = `expected a value because ${name} is set, received nothing`
  expect(refused({ [name]: value }).details).toEqual([{ path: other, message }])
})

test.each(['KONTOR_SMTP_URL', 'KONTOR_SECRET', 'KONTOR_ADMIN_TOKEN', 'DATABASE_URL'])(
  'a bad %s is not repeated: it may contain a secret',
  (name) => {
    expect(refused({ [name]: 'hunter22' }).message).not.toContain('hunter22')
  },
)

test('an empty or blank value is no value', () => {
  const blank = Object.keys(Environment.shape).map((name, at) => [name, at % 2 ? ' ' : ''])

  expect(readConfig(Object.fromEntries(blank))).toEqual(readConfig({}))
})

test('every documented default is a value that means the default', () => {
  const documented = Array.from(
    describeConfiguration().matchAll(/^\| `(\w+)` \| (?:`(.*?)`)? \|/gm),
    ([, name = '', value]) => [name, value],
  )
  const defaults = readConfig({})
  const hasDefault = ([, value]: [string, unknown]) => value !== undefined && `${value}` !== ''

  expect(documented.map(([name]) => name)).toEqual(Object.keys(Environment.shape))
  expect(documented.filter(([, value]) => value).map(([name]) => name)).toEqual(
    Object.entries(defaults)
      .filter(hasDefault)
      .map(([name]) => name),
  )
  expect(readConfig(Object.fromEntries(documented))).toEqual(defaults)
})

test('addresses and ranges of both families are read', () => {
  const text = '10.1.2.3, 10.1.0.0/16 fd00::/8,::1'

  const { KONTOR_PRIVATE_ADDRESSES } = readConfig({ KONTOR_PRIVATE_ADDRESSES: text })

  expect(KONTOR_PRIVATE_ADDRESSES).toEqual(['10.1.2.3', '10.1.0.0/16', 'fd00::/8', '::1'])
})

test('origins are read as browsers send them', () => {
  const text = 'https://app.example, http://localhost:3000'

  const { KONTOR_CORS_ORIGINS } = readConfig({ KONTOR_CORS_ORIGINS: text })

  expect(KONTOR_CORS_ORIGINS).toEqual(['https://app.example', 'http://localhost:3000'])
})

test.each([
  ['KONTOR_DTA', ', did you mean "KONTOR_DATA"?'],
  ['KONTOR_BODYLIMIT', ', did you mean "KONTOR_BODY_LIMIT"?'],
  ['KONTOR_PORT', ', did you mean "PORT"?'],
  ['KONTOR_DATABASE_URL', ', did you mean "DATABASE_URL"?'],
  ['KONTOR_FOO', ''],
])('%s is reported as unknown%s', (name, hint) => {
  const lines = unknownSettings({ [name]: '1', KONTOR_DATA: '/data', PATH: '/bin' })

  expect(lines).toEqual([`the setting ${name} does not exist and is ignored${hint}`])
})

test('what Kubernetes sets for services named kontor and kontor-db is no setting', () => {
  const service = (name: string) => ({
    [`${name}_SERVICE_HOST`]: '10.0.0.1',
    [`${name}_SERVICE_PORT`]: '8080',
    [`${name}_SERVICE_PORT_HTTP`]: '8080',
    [`${name}_PORT`]: 'tcp://10.0.0.1:8080',
    [`${name}_PORT_8080_TCP`]: 'tcp://10.0.0.1:8080',
    [`${name}_PORT_8080_TCP_PROTO`]: 'tcp',
    [`${name}_PORT_8080_TCP_PORT`]: '8080',
    [`${name}_PORT_8080_TCP_ADDR`]: '10.0.0.1',
  })

  expect(unknownSettings({ ...service('KONTOR'), ...service('KONTOR_DB') })).toEqual([])
})
