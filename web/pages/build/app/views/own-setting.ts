import type { Field } from '../../../../fields/field.ts'
import type { Source } from '../../pages/settings/use-source.ts'

/** What the input of a setting that only views have is given. */
export type OwnSettingProps = {
  value: unknown
  error: string | undefined
  onChange: (value: unknown) => void
  source: Source
  /** The fields of the draft. */
  fields: Field[]
  /** The choice that makes the columns of a board; absent = the status. */
  columnsBy: string | undefined
}
