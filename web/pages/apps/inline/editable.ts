import type { Field } from '../../../fields/field.ts'
import { type App, hasFreeName, isOwn } from '../item/app.ts'

/** What needs more room, or more than one input, is changed in the form. */
const LONG = ['TABLE', 'JSON', 'FILE', 'IMAGE', 'FULL_NAME', 'REF_ITEM', 'ROLE', 'STATUS']

/** Whether a value can be changed right where it is shown, as far as the definition tells. */
export const isEditable = (app: Pick<App, 'params'>, field: Field): boolean =>
  field.code === '__name'
    ? hasFreeName(app)
    : isOwn(field) && !field.readonly && !LONG.includes(field.type)

/** Texts of several lines keep Enter for themselves. */
export const isMultiline = ({ type, data }: Field): boolean =>
  type === 'STRING' && ['multiline', 'markdown', 'html'].includes(String(data.kind))
