import {
  COUNTER,
  checkTemplateFields,
  DATE,
  fieldVariables,
  splitTemplate,
} from '../../definitions/number-template.ts'
import type { StoredApp } from '../../definitions/snapshot.ts'
import { conflict, invalid } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { readTexts } from '../apps/documents.ts'
import { type Counter, takeValue } from './nomenclature/counters.ts'
import type { FolderRow } from './nomenclature/service.ts'
import { isNumberTaken } from './store/registrations.ts'

export type Numbered = { number: string; index: number }

/** A document that gets a number, or will one day. */
export type Document = { app: StoredApp; id: string | undefined; date: Date }

const LONGEST = 255
/** So many consecutive numbers were typed by hand: gives up. */
const MOST_TAKEN = 1000

/** The typed number, or the next one of the folder's template. */
export async function giveNumber(
  ctx: Context,
  { folder, counter, document }: { folder: FolderRow; counter: Counter; document: Document },
  typed: string | undefined,
): Promise<Numbered> {
  if (!folder.template_enabled) return typeNumber(ctx, counter, typed)
  if (typed !== undefined) {
    throw invalid(`field "number": the folder "${folder.name}" assigns numbers automatically`)
  }
  const write = await numberWriter(ctx, folder, document)
  for (let tries = 0; tries < MOST_TAKEN; tries++) {
    const index = await takeValue(ctx, counter)
    const number = write(index)
    if (!(await isNumberTaken(ctx.db, { ...counter, number }))) return { number, index }
  }
  throw conflict(`the next ${MOST_TAKEN} numbers of the folder "${folder.name}" are taken`)
}

/** A typed number, which must be unique in this period. */
export async function typeNumber(
  ctx: Context,
  counter: Pick<Counter, 'serialId' | 'period'>,
  number: string | undefined,
): Promise<Numbered> {
  if (number === undefined) throw invalid('field "number": a value is required')
  if (await isNumberTaken(ctx.db, { ...counter, number })) {
    throw conflict(`the number "${number}" is taken`)
  }
  return { number, index: 0 }
}

/** Formats numbers for one document, whose values are read once. */
async function numberWriter(
  ctx: Context,
  { template, min_length, name }: FolderRow,
  { app, id, date }: Document,
): Promise<(index: number) => string> {
  const [unknown] = checkTemplateFields(template, [...app.byCode.keys()])
  if (unknown) throw invalid(`the template of the folder "${name}" is not valid: ${unknown}`)
  const fields = fieldVariables(template)
  const texts = id === undefined ? new Map() : await readTexts(ctx, app, { id, paths: fields })
  const textOf = (variable: string, index: number) =>
    variable === COUNTER
      ? String(index).padStart(min_length, '0')
      : (dateText(variable, date) ?? texts.get(variable) ?? '')
  return (index) => {
    const parts = splitTemplate(template).map((part) =>
      'text' in part ? part.text : textOf(part.variable, index),
    )
    const number = parts
      .join('')
      .replace(/[\p{Cc}\s]+/gu, ' ')
      .trim()
    if (number.length <= LONGEST) return number
    throw invalid(
      `the number would be longer than ${LONGEST} characters: "${number.slice(0, 50)}…"`,
    )
  }
}

function dateText(variable: string, date: Date): string | undefined {
  const [code, part] = variable.split('.')
  if (code !== DATE) return undefined
  const day = date.toISOString().slice(0, 10)
  const [year = '', month = '', dayOfMonth = ''] = day.split('-')
  const parts: Record<string, string> = {
    year,
    month,
    day: dayOfMonth,
    quarter: String(Math.ceil(Number(month) / 3)),
  }
  return part === undefined ? day : parts[part]
}
