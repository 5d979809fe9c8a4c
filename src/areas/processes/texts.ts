import type { Body } from '../../definitions/kinds.ts'
import { snapshotOf } from '../../definitions/snapshot.ts'
import type { Context } from '../../platform/context.ts'

/** Translates a text of a diagram for its reader. */
export type Translate = (text: string) => string

/** Built-in texts. */
const OWN: Record<string, Record<string, string>> = {
  ru: { Approve: 'Согласовать', Reject: 'Отклонить', Done: 'Готово' },
}

/** Whether built-in texts exist in the language. */
export const isOwn = (language: string): boolean => Object.hasOwn(OWN, language)

const asItIs: Translate = (text) => text

/** The translations of a process in a language; the diagram itself has one language. */
export function translatorOf(
  { texts = {} }: Pick<Body<'process'>, 'texts'>,
  language: string | undefined,
): Translate {
  if (language === undefined) return asItIs
  return (text) => texts[text]?.[language] ?? OWN[language]?.[text] ?? text
}

/** The same for processes known by path, with their names. */
export async function listTranslators(ctx: Context) {
  const snapshot = await snapshotOf(ctx)
  const known = new Map<string, { say: Translate; name: string | undefined }>()
  return (namespace: string, code: string) => {
    const path = `${namespace}/${code}`
    const process = snapshot.find('process', namespace, code)
    const found = known.get(path) ?? {
      say: translatorOf(process?.body ?? {}, ctx.language),
      name: process?.body.name,
    }
    known.set(path, found)
    return found
  }
}

type Happened = {
  type: string
  namespace: string | null
  code: string | null
  data: Record<string, unknown>
}

/** Events of tasks are stored with the texts of their diagrams and translated for readers. */
export async function eventTranslator(ctx: Context) {
  const sayings = await listTranslators(ctx)
  return <T extends Happened>(event: T): T => {
    const { type, namespace, code, data } = event
    if (!type.startsWith('task.') || namespace === null || code === null) return event
    const { say } = sayings(namespace, code)
    const said = ['name', 'exitName'].flatMap((key) =>
      typeof data[key] === 'string' ? [[key, say(data[key])]] : [],
    )
    return { ...event, data: { ...data, ...Object.fromEntries(said) } }
  }
}

const SHOWN = new Set(['name', 'confirmText'])

/** A model with all names translated. */
export function translateModel<T>(value: T, say: Translate, key = ''): T {
  if (typeof value === 'string') return (SHOWN.has(key) ? say(value) : value) as T
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((each) => translateModel(each, say)) as T
  return Object.fromEntries(
    Object.entries(value).map(([each, inner]) => [each, translateModel(inner, say, each)]),
  ) as T
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' }

const escapeXml = (text: string) => text.replace(/[&"<>]/g, (sign) => ENTITIES[sign] ?? sign)

/** The XML of a diagram with all names translated. */
export const translateXml = (xml: string, say: Translate): string =>
  xml.replace(/(\sname=")([^"]*)"/g, (_, before: string, text: string) => {
    const plain = Object.entries(ENTITIES).reduceRight(
      (rest, [sign, entity]) => rest.replaceAll(entity, sign),
      text,
    )
    const said = say(plain)
    return `${before}${said === plain ? text : escapeXml(said)}"`
  })
