import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { FieldValue } from '../../../fields/registry.tsx'
import { type Item, isWideView } from './app.ts'
import classes from './item.module.css'

type FieldsViewProps = { fields: Field[]; item: Item; columns?: number | undefined }

/** What an item says, for reading. */
export function FieldsView({ fields, item, columns }: FieldsViewProps) {
  const nameOf = useFieldName()
  return (
    <dl className={classes.view} data-columns={columns}>
      {fields.map((field) => (
        <div key={field.code} data-wide={isWideView(field, item[field.code]) || undefined}>
          <dt title={field.view.tooltip || undefined}>{nameOf(field)}</dt>
          <dd>
            <FieldValue field={field} value={item[field.code]} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
