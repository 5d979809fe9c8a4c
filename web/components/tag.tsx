import type { ReactNode } from 'react'
import { HUES, hueOfState, type State } from './meanings.ts'
import classes from './tag.module.css'

/** The same position in a list has the same colour everywhere. */
export const hueOf = (index: number): string => HUES[Math.max(index, 0) % HUES.length] ?? 'gray'

type TagProps = ({ hue: string } | { state: State }) & { isBare?: boolean; children: ReactNode }

/** A word with a dot of colour: the colour helps, the word says it. */
export function Tag({ isBare = false, children, ...colour }: TagProps) {
  const hue = 'state' in colour ? hueOfState(colour.state) : colour.hue
  return (
    <span className={classes.tag} data-bare={isBare || undefined}>
      <span
        className={classes.dot}
        style={{ background: `var(--mantine-color-${hue}-5)` }}
        aria-hidden
      />
      <span className={classes.text}>{children}</span>
    </span>
  )
}

export function Tags({ children }: { children: ReactNode }) {
  return <span className={classes.tags}>{children}</span>
}
