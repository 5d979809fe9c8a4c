import { FieldValue } from '../../fields/registry.tsx'
import { type FormField, toField } from './form.ts'
import classes from './task.module.css'

/** What the form only shows. */
export function ReadOnly({ fields }: { fields: FormField[] }) {
  if (fields.length === 0) return null
  return (
    <dl className={classes.facts}>
      {fields.map((field) => (
        <div key={field.code}>
          <dt>{field.name}</dt>
          <dd>
            <FieldValue field={toField(field)} value={field.value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
