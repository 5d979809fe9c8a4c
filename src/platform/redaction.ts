import { z } from 'zod'
import { type Config, Environment } from './config.ts'

/** Settings that are credentials. Of addresses only the password is secret. */
const SECRET = /PASSWORD|SECRET|TOKEN|_KEY$|DATABASE_URL|READ_URL|REPORTS_URL|SMTP_URL|OTLP_HEADERS/

/** Settings that can be shown to others: numbers and choices as they are, for free text only whether it is set. */
export const redactedSettings = (config: Config): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(Environment.shape).map(([name, schema]) => [
      name,
      toldAs(schema, config[name as keyof Config]),
    ]),
  )

function toldAs(schema: z.ZodType, value: unknown): unknown {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return null
  if (typeof value === 'number' || isChoice(schema)) return value
  return 'set'
}

function isChoice(schema: z.ZodType): boolean {
  if (schema instanceof z.ZodEnum) return true
  const { innerType } = schema.def as { innerType?: z.ZodType }
  return innerType !== undefined && isChoice(innerType)
}

/** Removes the values of secret settings, and what looks like a secret, from a text such as an error. */
export function redactSecrets(config: Config, text: string): string {
  const secrets = Object.entries(config)
    .filter(([name]) => SECRET.test(name))
    .flatMap(([, value]) => [value].flat())
    .flatMap((value) => (typeof value === 'string' ? formsOf(value) : []))
  const known = [...new Set(secrets)].sort((a, b) => b.length - a.length)
  return withoutShapes(known.reduce((shown, secret) => shown.replaceAll(secret, '***'), text))
}

/** Patterns of other people's secrets: of a webhook, a provider, a portal. Quotes may be escaped, as in JSON. */
const SHAPES: readonly [shape: RegExp, shown: string][] = [
  [/\b([a-z][a-z\d+.-]*:\/\/[^\s/?#:@"'\\]*):[^\s/?#"'\\]+@/gi, '$1:***@'],
  [/\b([a-z][a-z\d+.-]*:\/\/)[^\s/?#:@"'\\]{16,}@/gi, '$1***@'],
  [/(\/\/api\.telegram\.org\/bot)[^\s/"'\\]+/gi, '$1***'],
  [/\b(Basic) +[\w+/=-]{6,}/gi, '$1 ***'],
  [/\b((?:set-)?cookie: *)[^\r\n"'\\]+/gi, '$1***'],
  // Up to the closing quote: blanks and commas are part of it.
  [
    /((?:password|passwd|pwd|secret|token|api[_-]?key|access[_-]?key|signature)(\\?["'])\s*:\s*\2)(?!set\2)(?:\\{3}["']|(?!\2)[^\\]|(?!\2)\\.)+/gi,
    '$1***',
  ],
  [/\b(Bearer) +[\w.~+/=-]{8,}/gi, '$1 ***'],
  [/\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, '***'],
  [/\bwhsec_[\w+/=-]+/g, '***'],
  [
    /(?<![a-z\d_])(password|passwd|pwd|secret|client_secret|token|access_token|refresh_token|id_token|api[_-]?key|access[_-]?key|signature|x-amz-signature)(\\?["']?\s*[=:]\s*\\?["']?)[^\s"'&,;}\\]+/gi,
    '$1$2***',
  ],
]

const withoutShapes = (text: string): string =>
  SHAPES.reduce((shown, [shape, instead]) => shown.replace(shape, instead), text)

/** The whole value, and the password of an address both encoded and decoded. */
function formsOf(value: string): string[] {
  const password = /^[a-z]+:\/\/[^/?#:@]*:([^/?#]*)@/.exec(value)?.[1] ?? ''
  const named = /[?&]password=([^&#]+)/.exec(value)?.[1] ?? ''
  return [value, ...[password, named].flatMap((each) => [each, decoded(each)])]
    .flatMap((each) => [each, JSON.stringify(each).slice(1, -1)])
    .filter((each) => each.length > 2)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
