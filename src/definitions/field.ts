import { z } from 'zod'
import { commonKeys, type Field } from '../fields/field-type.ts'
import { fieldTypes } from '../fields/registry.ts'
import { FieldCode } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'

/** Which other keys a field may have follows from its type. */
function anyType(more: Record<string, z.ZodRawShape> = {}) {
  const schemas = fieldTypes.map(({ type, settings }) =>
    z.strictObject({ ...commonKeys, type: z.literal(type), ...settings, ...more[type] }),
  )
  return z.discriminatedUnion('type', schemas as [(typeof schemas)[number], ...typeof schemas])
}

/** One field. */
export const FieldDefinition = anyType().meta({ id: 'Field' })
export type FieldDefinition = Omit<Field, 'code'>

const MOST = 1000

const byCode = <Definition extends z.ZodType>(definition: Definition) =>
  naming(
    z
      .record(FieldCode, definition)
      .refine((fields) => Object.keys(fields).length <= MOST, `at most ${MOST} fields`),
    'fields',
  ).default({})

/** Fields by code, in the order people see them. */
export const Fields = byCode(FieldDefinition)

const secret = z
  .boolean()
  .optional()
  .describe('whether the value is sealed: nobody is shown it, and only scripts read it')

/** Settings of a workspace or a module, by code. */
export const Parameters = byCode(anyType({ STRING: { secret } }).meta({ id: 'Parameter' }))

export const toFields = (fields: Record<string, FieldDefinition>): Field[] =>
  Object.entries(fields).map(([code, field]) => ({ ...field, code }) as Field)
