import type { ReactNode } from 'react'
import classes from './workspace.module.css'

/** Twelve columns; on a narrow screen one. */
export const Canvas = ({ children }: { children: ReactNode }) => (
  <div className={classes.grid}>{children}</div>
)
