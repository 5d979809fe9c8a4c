import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { isEmpty } from '../../fields/parts.tsx'
import { FieldValue } from '../../fields/registry.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { useApp, useItem, viewFields } from '../apps/item/app.ts'
import type { TaskForm } from './form.ts'
import classes from './task.module.css'

const MOST = 8

/** The item that a task is about, as far as it helps to decide. */
export function ItemCard({ item }: { item: NonNullable<TaskForm['task']['item']> }) {
  const t = useTexts()
  const { namespace, code, id } = item
  const app = useApp(item)
  const found = useItem(item)
  const values = found.data?.item
  const known = app.data && values ? viewFields(app.data.application, values) : []
  const status = app.data?.application.fields.find(({ type }) => type === 'STATUS')
  const shown = known.filter((field) => !isEmpty(values?.[field.code])).slice(0, MOST)
  return (
    <section aria-labelledby="about">
      <h2 id="about" className={classes.heading}>
        {t.tasks.page.about}
      </h2>
      <Anchor component={Link} to={links.item(namespace, code, id)} fw={500} size="sm">
        {item.name || t.tasks.page.openItem}
      </Anchor>
      {values && (
        <dl className={classes.facts}>
          {status && !isEmpty(values[status.code]) && (
            <div>
              <dt>{t.tasks.page.status}</dt>
              <dd>
                <FieldValue field={status} value={values[status.code]} />
              </dd>
            </div>
          )}
          {shown.map((field) => (
            <div key={field.code}>
              <dt>{field.view.name}</dt>
              <dd>
                <FieldValue field={field} value={values[field.code]} />
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
