import { Group, Title } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import classes from './page.module.css'

type PageProps = {
  title: string
  /** Before the title. */
  icon?: ReactNode
  /** Above the title: where this is. */
  above?: ReactNode
  /** Buttons at the right of the title. */
  actions?: ReactNode
  /** Tabs or filters below the title. */
  below?: ReactNode
  /** Tables and boards take the whole height and scroll by themselves. */
  isFull?: boolean
  children: ReactNode
}

/** Every page: a title, what can be done, the content. */
export function Page({ title, icon, above, actions, below, isFull = false, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Kontor`
  }, [title])
  return (
    <div className={classes.page} data-full={isFull || undefined}>
      <header className={classes.head}>
        {above && <div className={classes.above}>{above}</div>}
        <Group justify="space-between" gap="sm" wrap="wrap">
          <Title order={1} className={classes.title}>
            {icon}
            {title}
          </Title>
          {actions && (
            <Group gap="xs" wrap="wrap">
              {actions}
            </Group>
          )}
        </Group>
        {below}
      </header>
      <div className={classes.body}>{children}</div>
    </div>
  )
}
