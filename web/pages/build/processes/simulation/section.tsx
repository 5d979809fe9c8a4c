import { Title } from '@mantine/core'
import classes from './simulation.module.css'

export function Section({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={3} className={classes.title}>
        {title}
      </Title>
      {children}
    </section>
  )
}
