import { accountType } from './account.ts'
import { booleanType } from './boolean.ts'
import { categoryType } from './category.ts'
import { codeType } from './code.ts'
import { collectionType } from './collection.ts'
import { datetimeType } from './datetime.ts'
import { durationType } from './duration.ts'
import { emailType } from './email.ts'
import type { FieldType } from './field-type.ts'
import { fileType, imageType } from './file.ts'
import { floatType } from './float.ts'
import { fullNameType } from './full-name.ts'
import { idType } from './id.ts'
import { instantType } from './instant.ts'
import { integerType } from './integer.ts'
import { jsonType } from './json.ts'
import { linkType } from './link.ts'
import { moneyType } from './money.ts'
import { osNodeType } from './os-node.ts'
import { phoneType } from './phone.ts'
import { refType } from './ref.ts'
import { refItemType } from './ref-item.ts'
import { roleType } from './role.ts'
import { statusType } from './status.ts'
import { stringType } from './string.ts'
import { tableOf } from './table.ts'
import { userType } from './user.ts'
import { versionType } from './version.ts'

const cellTypes: FieldType[] = [
  stringType,
  linkType,
  integerType,
  floatType,
  booleanType,
  datetimeType,
  durationType,
  categoryType,
  moneyType,
  phoneType,
  emailType,
  accountType,
  fullNameType,
  fileType,
  imageType,
  userType,
  collectionType,
  refItemType,
  osNodeType,
  roleType,
  jsonType,
]

/** Every type that a definition may use. A new type is one file and one line above. */
export const fieldTypes: FieldType[] = [...cellTypes, tableOf(cellTypes)]

/** Types of the system's own fields. */
const systemTypes: FieldType[] = [refType, statusType, versionType, instantType, idType, codeType]

const byType = new Map([...fieldTypes, ...systemTypes].map((each) => [each.type, each]))

export function fieldTypeOf(type: string): FieldType {
  const known = byType.get(type)
  if (!known) throw new Error(`no field type ${type}`)
  return known
}

/** Only types with a single comparable value can be unique. */
export const canBeUnique = (type: string): boolean => fieldTypeOf(type).uniqueKey !== undefined
