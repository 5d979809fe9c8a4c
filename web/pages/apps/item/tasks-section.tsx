import { IconCircleDashed } from '@tabler/icons-react'
import { Link } from 'react-router'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { Item } from './app.ts'
import classes from './item.module.css'
import { Section } from './section.tsx'

type OpenTask = {
  __id: string
  __name: string
  performers: string[] | null
  dueDate: string | null
}

const isLate = (due: string) => new Date(due).getTime() < Date.now()

/** What people are asked to do about the item now. */
export function TasksSection({ item }: { item: Item }) {
  const t = useTexts()
  const tasks = (item.__tasks ?? []) as OpenTask[]
  if (tasks.length === 0) return null
  return (
    <Section title={t.items.sections.tasks}>
      <div className={classes.rows}>
        {tasks.map((task) => (
          <Link key={task.__id} to={links.task(task.__id)} className={classes.row}>
            <IconCircleDashed size={16} stroke={1.6} aria-hidden />
            <span className={classes.grow}>{task.__name}</span>
            <PeopleValue value={task.performers} isShort />
            {task.dueDate && (
              <span className={isLate(task.dueDate) ? classes.late : classes.quiet}>
                <When at={task.dueDate} />
              </span>
            )}
          </Link>
        ))}
      </div>
    </Section>
  )
}
