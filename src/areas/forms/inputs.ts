import type { Field } from '../../fields/field-type.ts'
import { wrongValue } from '../../fields/values.ts'
import type { FormField } from './operations.ts'

type Input = Pick<FormField, 'input' | 'options' | 'maxLength' | 'min' | 'max'>

type Settings = {
  kind?: string
  maxLength?: number
  min?: number
  max?: number
  multiple?: boolean
  options?: Record<string, string>
}

/** A long letter; longer texts of anonymous callers are refused. */
const LONGEST = 20_000
/** Of any mail server. */
const LONGEST_EMAIL = 320

/** How a field is filled in on a form; undefined = not supported. */
export function inputOf(field: Field): Input | undefined {
  const { kind, maxLength, min, max, multiple, options = {} } = field as Field & Settings
  const range = { ...(min !== undefined && { min }), ...(max !== undefined && { max }) }
  switch (field.type) {
    case 'STRING':
      if (kind === 'markdown') return undefined
      return {
        input: kind === 'text' ? 'text' : 'paragraph',
        maxLength: Math.min(maxLength ?? LONGEST, LONGEST),
      }
    case 'INTEGER':
      return { input: 'whole', ...range }
    case 'FLOAT':
      return { input: 'number', ...range }
    case 'BOOLEAN':
      return { input: 'yesno' }
    case 'DATETIME':
      return { input: kind as 'date' | 'time' | 'datetime' }
    case 'CATEGORY':
      return {
        input: multiple ? 'choices' : 'choice',
        options: Object.entries(options).map(([code, name]) => ({ code, name })),
      }
    case 'EMAIL':
      return { input: 'email' }
    case 'PHONE':
      return { input: 'phone' }
    case 'FULL_NAME':
      return { input: 'name' }
    case 'LINK':
      return { input: 'link' }
    case 'FILE':
    case 'IMAGE':
      return { input: 'files' }
    default:
      return undefined
  }
}

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** A value of the page in the form of its field type. Files are handled elsewhere. */
export function toWire({ type, code, kind }: Field, sent: unknown): unknown {
  if (sent === null || sent === '') return null
  if (typeof sent === 'string' && sent.length > LONGEST) {
    throw wrongValue(code, `at most ${LONGEST} characters`)
  }
  switch (type) {
    case 'STRING':
      if (typeof sent !== 'string') throw wrongValue(code, 'expected text')
      return kind === 'html' ? toHtml(sent) : sent
    case 'CATEGORY':
      return Array.isArray(sent) ? sent : [sent]
    case 'EMAIL':
      if (typeof sent !== 'string' || sent.length > LONGEST_EMAIL || !EMAIL.test(sent)) {
        throw wrongValue(code, 'expected an e-mail address')
      }
      return [{ email: sent }]
    case 'PHONE':
      if (typeof sent !== 'string') throw wrongValue(code, 'expected a phone number')
      return [{ tel: sent }]
    default:
      return sent
  }
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Anonymous callers write plain text: what looks like a tag is text, too. */
const toHtml = (text: string): string =>
  text
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign)
    .split(/\r?\n/)
    .map((line) => `<p>${line}</p>`)
    .join('')

type Parts = Record<string, unknown>

/** A stored value as a sender reads it. */
export function toText({ type, kind }: Field, value: unknown): string | boolean {
  if (typeof value === 'boolean') return value
  if (value === null || value === undefined) return ''
  if (type === 'STRING' && kind === 'html') return fromHtml(String(value))
  if (Array.isArray(value)) return value.map(partText).join(', ')
  return typeof value === 'object' ? partText(value) : String(value)
}

function partText(value: unknown): string {
  const { name, email, tel, lastname, firstname, middlename } = (value ?? {}) as Parts
  const full = [lastname, firstname, middlename].filter(Boolean).join(' ')
  return String(name ?? email ?? tel ?? full)
}

/** The page shows text alone, so what is left of tags is harmless there. */
const fromHtml = (html: string): string =>
  html
    .replace(/<\/p>|<br\s*\/?>/gi, '\n')
    .replace(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()
