import { Checkbox } from '@mantine/core'
import { IconChevronsDown, IconClock, IconFlag3Filled, IconPackage } from '@tabler/icons-react'
import type { MouseEvent } from 'react'
import { Link } from 'react-router'
import { Due } from '../../components/due.tsx'
import { Tag } from '../../components/tag.tsx'
import { useDates, When } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { useNames } from '../../fields/names.ts'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import classes from './list.module.css'
import { type QuickExit, useMarks } from './quick.ts'
import { QuickExits } from './quick-exits.tsx'
import { type ListName, type Row, whoseIn } from './rows.ts'

type TaskRowProps = {
  row: Row
  /** What others are asked is not finished for them by a slip of the finger. */
  list: ListName
  isActive: boolean
  isSelected: boolean
  onSelect: (isRange: boolean) => void
  onOpen: () => void
  onExit: (exit: QuickExit) => void
}

const isOver = ({ state }: Row) => state === 'closed' || state === 'cancel'

export function TaskRow(props: TaskRowProps) {
  const { row, list, isActive, isSelected, onSelect, onOpen, onExit } = props
  const t = useTexts()
  const { __id, __name, dueDate, template, __item } = row
  const itemName = useItemName(__item)
  const instanceName = instanceOf(row)
  const subject = itemName || instanceName
  const about = __name.includes(subject) ? '' : subject
  const select = ({ shiftKey }: MouseEvent) => onSelect(shiftKey)
  return (
    <article
      className={classes.row}
      aria-label={about ? `${__name}: ${about}` : __name}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
    >
      {isOver(row) ? (
        <span />
      ) : (
        <Checkbox
          size="xs"
          aria-label={t.tasks.list.select(about ? `${__name}: ${about}` : __name)}
          checked={isSelected}
          onClick={select}
          onChange={() => undefined}
          className={classes.check}
        />
      )}
      <div className={classes.what}>
        <div className={classes.title}>
          <Link to={links.task(__id)} className={classes.name} onClick={onOpen}>
            <Priority of={row.priority} />
            {__name}
          </Link>
          {__item && itemName ? (
            <ItemLink item={__item} name={itemName} />
          ) : (
            about && <span className={classes.about}>{about}</span>
          )}
        </div>
        <div className={classes.under}>
          {itemName && instanceName && instanceName !== itemName && <span>{instanceName}</span>}
          <span>{template || t.tasks.filter.noProcess}</span>
          <Reminder row={row} />
          {list === 'incoming' && !isOver(row) && <Marks id={__id} />}
        </div>
      </div>
      <div className={classes.exits}>
        {list === 'incoming' && !isOver(row) && (
          <QuickExits id={__id} name={__name} onExit={onExit} />
        )}
        {isOver(row) && (
          <Tag state={row.state === 'cancel' ? 'cancel' : 'done'} isBare>
            {t.tasks.state[row.state === 'cancel' ? 'cancel' : 'closed']}
          </Tag>
        )}
      </div>
      <div className={classes.who}>
        <PeopleValue
          value={whoseIn(list) === 'author' && !isOver(row) ? [row.__createdBy] : row.performers}
          isShort
        />
      </div>
      <div className={classes.due}>
        {isOver(row) ? (
          <When at={row.__updatedAt} />
        ) : (
          <Due at={dueDate}>{dueDate && <When at={dueDate} />}</Due>
        )}
      </div>
    </article>
  )
}

/** Its process is suspended, or its time is nearly or altogether over. */
function Marks({ id }: { id: string }) {
  const { suspension, heat, clocks } = useTexts().processes
  const marks = useMarks(id)
  return (
    <>
      {marks?.suspendedAt && (
        <Tag state="suspended" isBare>
          {suspension.tag}
        </Tag>
      )}
      {marks?.sla && (
        <Tag state={marks.sla} isBare>{`${clocks.title}: ${heat[marks.sla].toLowerCase()}`}</Tag>
      )}
    </>
  )
}

/** An instance that is only called like its process says nothing. */
const instanceOf = ({ instance, template, __name }: Row): string =>
  instance.__name === template || instance.__name === __name ? '' : instance.__name

function useItemName(item: Row['__item']): string {
  const { namespace = '', code = '', id = '' } = item ?? {}
  return useNames(`${namespace}/${code}`, item ? [id] : []).get(id) ?? ''
}

function ItemLink({ item, name }: { item: NonNullable<Row['__item']>; name: string }) {
  const { namespace, code, id } = item
  return (
    <Link to={links.item(namespace, code, id)} className={classes.item}>
      <IconPackage size={12} stroke={1.6} aria-hidden />
      {name}
    </Link>
  )
}

function Priority({ of }: { of: number }) {
  const t = useTexts().tasks
  if (of === 0) return null
  const Icon = of > 0 ? IconFlag3Filled : IconChevronsDown
  return (
    <Icon
      size={14}
      className={classes.priority}
      data-high={of > 0 || undefined}
      role="img"
      aria-label={t.priority(of)}
    />
  )
}

function Reminder({ row: { snoozedUntil, followUpAt } }: { row: Row }) {
  const t = useTexts().tasks
  const dates = useDates()
  const at = snoozedUntil && new Date(snoozedUntil) > new Date() ? snoozedUntil : followUpAt
  if (!at) return null
  return (
    <span className={classes.reminder}>
      <IconClock size={12} stroke={1.6} aria-hidden />
      {at === followUpAt ? t.remind.told(dates.moment(at)) : t.remind.until(dates.moment(at))}
    </span>
  )
}
