import { IconCircleDashed } from '@tabler/icons-react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import { Due } from '../../../components/due.tsx'
import { Person } from '../../../components/person.tsx'
import { When } from '../../../components/when.tsx'
import { More } from '../../../fields/linked.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import type { ItemAddress } from './app.ts'
import classes from './item.module.css'
import { Section } from './section.tsx'

const OPEN = ['assignment', 'in_progress']

/** What people are asked to do about the item now; of tasks without a process those the reader is in. */
export function TasksSection({ address }: { address: ItemAddress }) {
  const t = useTexts()
  const { data } = useApi('tasks', 'ofItem', { params: address })
  const tasks = (data?.tasks ?? []).filter(({ state }) => OPEN.includes(state))
  if (tasks.length === 0) return null
  return (
    <Section title={t.items.sections.tasks}>
      <div className={classes.rows}>
        {tasks.map(({ id, name, dueAt, performers: [first, ...others] }) => (
          <Link key={id} to={links.task(id)} className={classes.row}>
            <IconCircleDashed size={16} stroke={1.6} aria-hidden />
            <span className={classes.grow}>{name}</span>
            {first && <Person id={first.id} name={first.name} />}
            <More count={others.length} />
            {dueAt && (
              <span className={classes.quiet}>
                <Due at={dueAt}>
                  <When at={dueAt} />
                </Due>
              </span>
            )}
          </Link>
        ))}
      </div>
    </Section>
  )
}
