import { IconCircleCheck, IconCircleDashed, IconCircleOff } from '@tabler/icons-react'
import { Link } from 'react-router'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { Section } from '../../apps/item/section.tsx'
import classes from './instance.module.css'
import type { Instance } from './instance-page.tsx'

type Task = Instance['tasks'][number]

const ICONS = {
  assignment: IconCircleDashed,
  in_progress: IconCircleDashed,
  closed: IconCircleCheck,
  cancel: IconCircleOff,
}

/** What people were asked to do, what is open first. */
export function InstanceTasks({ tasks }: { tasks: Task[] }) {
  const t = useTexts().processes.instance
  const shown = tasks.toSorted(
    (one, other) => Number(one.endedAt !== null) - Number(other.endedAt !== null),
  )
  return (
    <Section title={t.tasks}>
      {shown.length === 0 && <span className={classes.quiet}>{t.noTasks}</span>}
      <ul className={classes.rows}>
        {shown.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </ul>
    </Section>
  )
}

function TaskRow({ task }: { task: Task }) {
  const t = useTexts().processes.instance
  const Icon = ICONS[task.state]
  const people = task.performers.map(({ name }) => name).filter(Boolean)
  return (
    <li>
      <Link
        to={links.task(task.id)}
        className={classes.row}
        data-past={task.endedAt !== null || undefined}
      >
        <Icon size={16} stroke={1.6} aria-label={t.taskStates[task.state]} role="img" />
        <span className={classes.grow}>
          {task.name}
          <span className={classes.detail}>
            {people.slice(0, 2).join(', ')}
            {people.length > 2 && ` +${people.length - 2}`} ·{' '}
            <When at={task.endedAt ?? task.createdAt} />
          </span>
        </span>
      </Link>
    </li>
  )
}
