import { z } from 'zod'
import { commonKeys, type Field } from '../fields/field-type.ts'
import { fieldTypes } from '../fields/registry.ts'
import { FieldCode } from '../lib/codes.ts'
import { naming } from '../lib/naming.ts'

const schemas = fieldTypes.map(({ type, settings }) =>
  z.strictObject({ ...commonKeys, type: z.literal(type), ...settings }),
)

/** One field; which other keys it may have follows from its type. */
export const FieldDefinition = z
  .discriminatedUnion('type', schemas as [(typeof schemas)[number], ...typeof schemas])
  .meta({ id: 'Field' })
export type FieldDefinition = Omit<Field, 'code'>

const MOST = 1000

/** Fields by code, in the order people see them. */
export const Fields = naming(
  z
    .record(FieldCode, FieldDefinition)
    .refine((fields) => Object.keys(fields).length <= MOST, `at most ${MOST} fields`),
  'fields',
).default({})

export const toFields = (fields: Record<string, FieldDefinition>): Field[] =>
  Object.entries(fields).map(([code, field]) => ({ ...field, code }) as Field)
