import { IconArrowRight, IconPointFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import type { Field } from '../../fields/field.ts'
import { useFieldName } from '../../fields/field-name.ts'
import { useLinked } from '../../fields/linked.tsx'
import { FieldValue } from '../../fields/registry.tsx'
import { linkToObject } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { When } from '../when.tsx'
import classes from './feed.module.css'

export type FeedEvent = Extract<
  ReplyOf<'messages', 'activity'>['entries'][number],
  { kind: 'event' }
>

/** One line of what happened, with what changed below it. */
export function EventEntry({ event, fields }: { event: FeedEvent; fields: Field[] }) {
  const t = useTexts()
  const [actor] = useLinked('users', event.actor ?? [])
  const known = t.items.events as Record<string, string>
  const what = known[event.type] ?? t.items.events.other
  const link = event.object.startsWith('item:') ? undefined : linkToObject(event.object)
  return (
    <div className={classes.event}>
      <IconPointFilled size={16} aria-hidden />
      <div>
        <strong>{actor?.isKnown ? actor.name : t.items.feed.system}</strong>{' '}
        {link ? <Link to={link}>{what}</Link> : what} · <When at={event.at} />
        <Changes data={event.data} fields={fields} />
      </div>
    </div>
  )
}

/** What is told of by other means, or means nothing to people. */
const SILENT = ['__tasks', '__tasks_performers', '__tasks_earliest_duedate', '__deletedAt']

function Changes({ data, fields }: { data: FeedEvent['data']; fields: Field[] }) {
  const nameOf = useFieldName()
  const { before, after } = data as Partial<Record<'before' | 'after', Record<string, unknown>>>
  if (!before || !after) return null
  const changed = fields.filter(({ code }) => code in after && !SILENT.includes(code))
  if (changed.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changed.map((field) => (
        <Change key={field.code} name={nameOf(field)}>
          <span className={classes.before}>
            <FieldValue field={field} value={before[field.code]} isShort />
          </span>
          <IconArrowRight size={12} stroke={1.6} aria-hidden />
          <FieldValue field={field} value={after[field.code]} isShort />
        </Change>
      ))}
    </dl>
  )
}

function Change({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  )
}
