import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './item.module.css'

type SectionProps = { title: string; action?: ReactNode; children?: ReactNode }

/** Something that belongs to an item, below its fields. */
export function Section({ title, action, children }: SectionProps) {
  const id = useId()
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id}>
          {title}
        </Title>
        {action}
      </div>
      {children}
    </section>
  )
}
