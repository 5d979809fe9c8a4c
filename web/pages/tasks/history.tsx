import { Text } from '@mantine/core'
import { Person } from '../../components/person.tsx'
import { When } from '../../components/when.tsx'
import { useTexts } from '../../texts/index.ts'
import type { TaskForm } from './form.ts'
import classes from './task.module.css'

/** What has happened to the task itself, newest first. */
export function History({ of }: { of: TaskForm['history'] }) {
  const t = useTexts()
  const words = t.tasks.history as Record<string, string>
  if (of.length === 0) {
    return (
      <Text size="sm" c="var(--quiet)">
        {t.tasks.page.noHistory}
      </Text>
    )
  }
  return (
    <ul className={classes.history}>
      {of.map(({ at, by, what, comment }) => (
        <li key={`${at} ${what}`}>
          {by && <Person id={by.id} name={by.name} />}
          <span>{words[what] ?? t.tasks.history.other}</span>
          <span className={classes.quiet}>
            <When at={at} />
          </span>
          {comment && <blockquote>{comment}</blockquote>}
        </li>
      ))}
    </ul>
  )
}
