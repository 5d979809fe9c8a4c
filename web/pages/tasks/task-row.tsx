import { Checkbox } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { Link } from 'react-router'
import { When } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { useNames } from '../../fields/names.ts'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { isLate } from './groups.ts'
import classes from './list.module.css'
import type { QuickExit } from './quick.ts'
import { QuickExits } from './quick-exits.tsx'
import type { ListName, Row } from './rows.ts'

type TaskRowProps = {
  row: Row
  /** What others are asked is not finished for them by a slip of the finger. */
  list: ListName
  isActive: boolean
  isSelected: boolean
  onSelect: () => void
  onExit: (exit: QuickExit) => void
}

/** Who sent it to me, or who has what I am waiting for. */
const whoIn = (list: ListName, { performers, __createdBy }: Row) =>
  list === 'incoming' || list === 'assisting' ? [__createdBy] : performers

export function TaskRow({ row, list, isActive, isSelected, onSelect, onExit }: TaskRowProps) {
  const t = useTexts()
  const { __id, __name, dueDate, template, __item, allowReassign } = row
  const late = isLate(row)
  return (
    <article
      className={classes.row}
      aria-label={__name}
      data-active={isActive || undefined}
      data-selected={isSelected || undefined}
    >
      <Checkbox
        size="xs"
        aria-label={t.tasks.list.select(__name)}
        checked={isSelected}
        disabled={!allowReassign}
        onChange={onSelect}
        className={classes.check}
      />
      <div className={classes.what}>
        <Link to={links.task(__id)} className={classes.name}>
          {__name}
        </Link>
        <div className={classes.under}>
          {__item && <ItemName item={__item} />}
          <span>{template}</span>
        </div>
      </div>
      <div className={classes.exits}>
        {list === 'incoming' && <QuickExits id={__id} name={__name} onExit={onExit} />}
      </div>
      <div className={classes.who}>
        <PeopleValue value={whoIn(list, row)} isShort />
      </div>
      <div className={classes.due} data-late={late || undefined}>
        {dueDate ? <When at={dueDate} /> : null}
      </div>
    </article>
  )
}

function ItemName({ item: { namespace, code, id } }: { item: NonNullable<Row['__item']> }) {
  const name = useNames(`${namespace}/${code}`, [id]).get(id)
  if (!name) return null
  return (
    <Link to={links.item(namespace, code, id)} className={classes.item}>
      <IconPackage size={12} stroke={1.6} aria-hidden />
      {name}
    </Link>
  )
}
