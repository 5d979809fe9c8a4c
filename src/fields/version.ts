import { fieldType } from './field-type.ts'
import { integerType } from './integer.ts'

/** The change counter of an item, the system's own. */
export const versionType = fieldType({ ...integerType, type: 'VERSION', settings: {} })
