import { IconArrowRight, IconPointFilled } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import type { Field } from '../../fields/field.ts'
import { useFieldName } from '../../fields/field-name.ts'
import { useLinked } from '../../fields/linked.tsx'
import { FieldValue } from '../../fields/registry.tsx'
import { linkToObject } from '../../kinds.ts'
import { useTexts } from '../../texts/index.ts'
import { useRecordTexts } from '../../texts/records.ts'
import { Tag } from '../tag.tsx'
import { When } from '../when.tsx'
import classes from './feed.module.css'

export type FeedEvent = Extract<
  ReplyOf<'messages', 'activity'>['entries'][number],
  { kind: 'event' }
>

type EventEntryProps = {
  event: FeedEvent
  fields: Field[]
  /** It happened to what the page is about, which needs no name there. */
  isOwn: boolean
}

/** One line of what happened, with what changed below it. */
export function EventEntry({ event, fields, isOwn }: EventEntryProps) {
  const t = useTexts()
  const told = useTold(event)
  const { name, comment } = event.data as { name?: string; comment?: string }
  const link = isOwn ? undefined : linkToObject(event.object)
  const about = typeof name === 'string' && !isOwn ? name : undefined
  return (
    <div className={classes.event}>
      <IconPointFilled size={16} aria-hidden />
      <div>
        <strong>{told.who ?? t.items.feed.system}</strong> {told.what}
        {about && <>: {link ? <Link to={link}>{about}</Link> : about}</>}
        {told.outcome && (
          <>
            {' '}
            <Tag state={told.state}>{told.outcome}</Tag>
          </>
        )}{' '}
        · <When at={event.at} />
        {comment && <div className={classes.remark}>{comment}</div>}
        <Changes event={event} fields={fields} />
      </div>
    </div>
  )
}

type SheetData = {
  answer?: 'approved' | 'rejected' | 'done'
  status?: 'approved' | 'rejected' | 'cancel'
  kind?: 'approval' | 'inform'
  respondent?: string
  substitute?: string | null
  people?: string[]
  exitName?: string
}

/** Who did what, and what came of it, in the words of people. */
function useTold({ type, actor, data }: FeedEvent) {
  const t = useTexts().items
  const records = useRecordTexts()
  const { answer, status, respondent, substitute, people = [], kind, exitName } = data as SheetData
  const isAnswer = type === 'docflow.list.answered'
  const named = useLinked('users', isAnswer ? (respondent ?? []) : (actor ?? []))
  const [stand] = useLinked('users', isAnswer ? (substitute ?? []) : [])
  const asked = useLinked('users', type === 'docflow.list.asked' ? people : [])
  const known = t.events as Record<string, string>
  const who = [...named.filter(({ isKnown }) => isKnown), ...(stand ? [stand] : [])]
  const outcome = answer ?? (type === 'docflow.list.closed' ? status : undefined)
  const askedOf = asked.map(({ name }) => name).join(', ')
  const what =
    type === 'docflow.list.asked' && askedOf
      ? records.asks[kind ?? 'approval'](askedOf)
      : (known[type] ?? t.events.other)
  return {
    who: who.length > 0 ? who.map(({ name }) => name).join(`, ${t.sheets.by} `) : undefined,
    what,
    outcome: outcome ? t.sheetStates[outcome] : exitName,
    state: outcome ?? ('over' as const),
  }
}

/** What is shown elsewhere, or means nothing to people. */
const SILENT = ['__tasks', '__tasks_performers', '__tasks_earliest_duedate', '__deletedAt']

function Changes({ event, fields }: { event: FeedEvent; fields: Field[] }) {
  const nameOf = useFieldName()
  // What something began with is what it is; only what came later is news.
  const changed = event.type === 'app.item.created' ? [] : (event.changes ?? [])
  const changes = changed.flatMap(({ field: code, before, after }) => {
    const field = fields.find((each) => each.code === code)
    return field && !SILENT.includes(code) ? [{ field, before, after }] : []
  })
  if (changes.length === 0) return null
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, before, after }) => {
        // Documents are called by their names.
        const isShort = field.type !== 'FILE'
        return (
          <Change key={field.code} name={nameOf(field)}>
            <span className={classes.before}>
              <FieldValue field={field} value={before} isShort={isShort} />
            </span>
            <IconArrowRight size={12} stroke={1.6} aria-hidden />
            <FieldValue field={field} value={after} isShort={isShort} />
          </Change>
        )
      })}
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
