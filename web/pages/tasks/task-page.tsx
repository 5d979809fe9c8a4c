import { Anchor } from '@mantine/core'
import { Link, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Feed } from '../../components/feed/feed.tsx'
import { Page } from '../../components/page.tsx'
import { Shown } from '../../components/states.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'
import { InstanceClocks } from '../processes/instance/clocks.tsx'
import type { TaskForm } from './form.ts'
import { History } from './history.tsx'
import { ItemCard } from './item-card.tsx'
import { Outcome } from './outcome.tsx'
import { readOrder } from './place.ts'
import { PlainTask } from './plain-task.tsx'
import { Suspended } from './suspended.tsx'
import classes from './task.module.css'
import { TaskDetails } from './task-details.tsx'
import { TaskWork } from './task-work.tsx'

export function TaskPage() {
  const { id = '' } = useParams()
  const form = useApi('tasks', 'form', { params: { id } })
  return <Shown of={form}>{(data) => <TaskView key={id} form={data} />}</Shown>
}

function TaskView({ form }: { form: TaskForm }) {
  const t = useTexts()
  const { task } = form
  return (
    <Page
      title={task.name}
      above={
        <Anchor component={Link} to={readOrder()?.address ?? links.tasks()} inherit>
          {t.tasks.page.above}
        </Anchor>
      }
    >
      <div className={classes.columns}>
        <div className={classes.main}>
          {task.description && <p className={classes.description}>{task.description}</p>}
          <Suspended at={form.suspendedAt} instance={task.instanceId} />
          <Outcome form={form} />
          {form.plain && <PlainTask form={form} plain={form.plain} />}
          <TaskWork form={form} />
        </div>
        {/* What a task is about is read before what was said of it. */}
        <aside className={classes.aside} aria-label={t.tasks.page.details}>
          <TaskDetails form={form} />
          <InstanceClocks clocks={form.clocks} />
          {task.item && <ItemCard item={task.item} />}
        </aside>
        <div className={classes.main}>
          <section aria-labelledby="history">
            <h2 id="history" className={classes.heading}>
              {t.tasks.page.history}
            </h2>
            <History of={form.history} />
          </section>
          <section aria-labelledby="talk">
            <h2 id="talk" className={classes.heading}>
              {t.tasks.page.talk}
            </h2>
            <Feed
              of={(!form.plain && task.item) || { namespace: 'system', code: 'tasks', id: task.id }}
            />
          </section>
        </div>
      </div>
    </Page>
  )
}
