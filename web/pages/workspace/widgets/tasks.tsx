import { Anchor } from '@mantine/core'
import { Link } from 'react-router'
import { Due } from '../../../components/due.tsx'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import { useOwnRows } from '../../tasks/rows.ts'
import classes from '../workspace.module.css'
import type { WidgetProps } from './widget.ts'

const SIZE = 10

/** The most urgent tasks of the reader. */
export function TasksWidget({
  settings: { list = 'incoming', size = SIZE },
}: WidgetProps<'tasks'>) {
  const t = useTexts().pages
  return (
    <Shown of={useOwnRows(list)}>
      {({ rows, total }) => (
        <>
          {rows.length === 0 && <p className={classes.none}>{t.noTasks}</p>}
          <ul className={classes.lines}>
            {rows.slice(0, size).map((row) => (
              <li key={row.__id} className={classes.line}>
                <Anchor component={Link} to={links.task(row.__id)} inherit>
                  {row.__name}
                </Anchor>
                {row.dueDate && (
                  <span className={classes.quiet}>
                    <Due at={row.dueDate}>
                      <When at={row.dueDate} />
                    </Due>
                  </span>
                )}
              </li>
            ))}
          </ul>
          {total > size && (
            <div className={classes.foot}>
              <Anchor component={Link} to={links.tasks(list)} inherit>
                {t.all(total)}
              </Anchor>
            </div>
          )}
        </>
      )}
    </Shown>
  )
}
