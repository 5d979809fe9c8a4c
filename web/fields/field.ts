/** A field as the definitions describe it, the same for items, tasks and processes. */
export type { FieldView as Field } from '../../src/areas/scheme/list-operations.ts'
