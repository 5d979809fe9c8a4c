import { isIP } from 'node:net'
import { z } from 'zod'
import { isDatabaseUrl } from './db/database-url.ts'

export const flag = z.enum(['on', 'off'])
const DAY = 86_400
/** More milliseconds than this would overflow a timer, which then fires at once. */
const MOST_SECONDS = 14 * DAY

export function whole(least: number, most: number) {
  const expected = `expected a whole number from ${least} to ${most}`
  return z.coerce.number(expected).int(expected).min(least, expected).max(most, expected)
}

export const seconds = (least: number) => whole(least, MOST_SECONDS)

const UNITS = { b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3 }

export function bytes(least: number, most: number) {
  const expected = `expected a size such as 8MiB, from ${inUnits(least)} to ${inUnits(most)}`
  return z
    .string()
    .regex(/^\d+(\.\d+)?\s*(B|KiB|MiB|GiB)?$/i, { error: expected, abort: true })
    .transform((text) => {
      const [, number, unit = ''] = /^([\d.]+)\s*(\w*)$/.exec(text) ?? []
      return Math.floor(Number(number) * UNITS[(unit.toLowerCase() || 'b') as keyof typeof UNITS])
    })
    .refine((size) => size >= least && size <= most, expected)
}

/** `8MiB`: the largest unit that gives a whole number. */
function inUnits(size: number): string {
  if (size === 0) return '0'
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const at = units.findLastIndex((_, power) => size % 1024 ** power === 0)
  return `${size / 1024 ** at}${units[at]}`
}

export const MOST_BYTES = 1024 ** 5

/** Texts separated by commas or blanks. */
export const list = (isMember: (text: string) => boolean, expected: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.split(/[\s,]+/).filter((member) => member !== ''))
    .refine((members) => members.every(isMember), {
      error: ({ input }) => {
        const bad = (input as string[]).filter((member) => !isMember(member))
        return `expected ${expected}, received "${bad.join(', ')}"`
      },
    })

/** As browsers send it: any other spelling would never match. */
export const isOrigin = (text: string): boolean =>
  text === '*' ||
  (/^https?:[^*]+$/.test(text) && URL.canParse(text) && new URL(text).origin === text)

export const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\/./, 'expected postgres://user:password@host:port/database')
  .refine(
    isDatabaseUrl,
    'expected hosts such as one:5432,two:5432, and target_session_attrs any, read-write or primary',
  )
/** Paths are appended to it. */
export const website = z
  .url({
    protocol: /^https?$/,
    error: 'expected an address that begins with http:// or https://',
    abort: true,
  })
  .refine((text) => !/[?#]/.test(text), {
    error: 'expected an address without a query (?) or a hash (#)',
    abort: true,
  })
/** Fetch refuses such an address, with an error that repeats it. */
export const withoutPassword = website.refine((text) => {
  const { username, password } = new URL(text)
  return username === '' && password === ''
}, 'expected an address without a user and a password: use OTEL_EXPORTER_OTLP_HEADERS')
/** An address or a name, without a port. */
export const isHost = (text: string): boolean => isIP(text) !== 0 || /^\w[\w.-]*$/.test(text)
export const isMailServer = (text: string): boolean =>
  /^smtps?:\/\//.test(text) && URL.canParse(text) && new URL(text).hostname !== ''
