import { boolean } from './boolean.tsx'
import { category } from './category.tsx'
import { collection } from './collection.tsx'
import { contacts } from './contacts.tsx'
import { date } from './date.tsx'
import { duration } from './duration.tsx'
import { file } from './file.tsx'
import { fullName } from './full-name.tsx'
import { json } from './json.tsx'
import type { FieldKind, InputProps, ViewProps } from './kind.ts'
import { link } from './link.tsx'
import { money } from './money.tsx'
import { number } from './number.tsx'
import { osNode } from './os-node.tsx'
import { refItem } from './ref-item.tsx'
import { role } from './role.tsx'
import { status } from './status.tsx'
import { text } from './text.tsx'
import { user } from './user.tsx'

/** One file per type of field; what has none of its own is shown as text. */
const KINDS: Record<string, FieldKind | undefined> = {
  ACCOUNT: contacts,
  BOOLEAN: boolean,
  CATEGORY: category,
  DATETIME: date,
  DURATION: duration,
  EMAIL: contacts,
  FILE: file,
  FLOAT: number,
  FULL_NAME: fullName,
  IMAGE: file,
  INTEGER: number,
  JSON: json,
  LINK: link,
  MONEY: money,
  PHONE: contacts,
  REF: refItem,
  REF_ITEM: refItem,
  ROLE: role,
  STATUS: status,
  STRING: text,
  SYS_COLLECTION: collection,
  SYS_OSNODE: osNode,
  SYS_USER: user,
  VERSION: number,
}

export const kindOf = (type: string): FieldKind => KINDS[type] ?? text

/** A value inside of a table, which holds everything but tables. */
export function CellValue(props: ViewProps) {
  const { View } = kindOf(props.field.type)
  return <View {...props} />
}

export function CellInput(props: InputProps) {
  const { Input } = kindOf(props.field.type)
  return <Input {...props} />
}
