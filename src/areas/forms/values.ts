import { z } from 'zod'
import { wrongValue, wrongValues } from '../../fields/values.ts'
import { AppError, type Detail } from '../../lib/errors.ts'
import type { Context } from '../../platform/context.ts'
import { isEmpty } from '../apps/item-values.ts'
import type { FieldOfForm, OpenForm } from './form.ts'
import { toWire } from './inputs.ts'
import { SentFile } from './operations.ts'
import { isReceived } from './uploads.ts'

export type Values = Record<string, unknown>

const Files = z.array(SentFile)

/** The values of the new item. Values for other fields are refused, not ignored. */
export function readValues(ctx: Context, open: OpenForm, sent: Values): Values {
  const problems: Detail[] = Object.keys(sent)
    .filter((code) => !open.asked.some(({ shown }) => shown.code === code))
    .map((code) => ({ path: code, message: 'the form does not ask for it' }))
  const values = open.asked.map((asked) => {
    const { code } = asked.shown
    return [code, readOne(ctx, open, { asked, sent: sent[code] ?? null, problems })] as const
  })
  if (problems.length > 0) throw wrongValues(problems)
  return Object.fromEntries(values.filter(([, value]) => value !== null))
}

type Reading = { asked: FieldOfForm; sent: unknown; problems: Detail[] }

function readOne(ctx: Context, open: OpenForm, { asked, sent, problems }: Reading): unknown {
  const { code, required, input } = asked.shown
  try {
    const value = input === 'files' ? readFiles(ctx, open, code, sent) : toWire(asked.field, sent)
    // A required checkbox must be ticked.
    const isMissing = isEmpty(value) || (input === 'yesno' && value !== true)
    if (required && isMissing) throw wrongValue(code, 'a value is required')
    return value
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    problems.push(...error.details)
    return null
  }
}

/** Only files received for this field. */
function readFiles(ctx: Context, { form }: OpenForm, code: string, sent: unknown) {
  const { most } = form.body.files
  const { data: files } = Files.safeParse(sent ?? [])
  if (!files) throw wrongValue(code, 'expected files as they were received')
  if (files.length > most) throw wrongValue(code, `at most ${most} files`)
  return files.map((file) => {
    if (!isReceived(ctx, form, code, file)) {
      throw wrongValue(code, `"${file.name}" was not sent for this field`)
    }
    return { hash: file.id, name: file.name }
  })
}
