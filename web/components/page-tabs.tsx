import { Badge } from '@mantine/core'
import { useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import classes from './page-tabs.module.css'
import { useShowCurrent } from './show-current.ts'

type PageTabsProps = {
  label: string
  /** `count`: how many need attention there. */
  tabs: { to: string; label: string; count?: number | undefined }[]
}

/** Pages that belong together, as links. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  const bar = useRef<HTMLElement>(null)
  const { pathname } = useLocation()
  useShowCurrent(bar, `${pathname} ${tabs.map(({ count }) => count)}`)
  return (
    <nav ref={bar} className={classes.tabs} aria-label={label}>
      {tabs.map(({ to, label: name, count }) => (
        <NavLink key={to} to={to} end className={classes.tab ?? ''}>
          {name}
          {!!count && (
            <Badge size="xs" color="red.8" circle={count < 10}>
              {count}
            </Badge>
          )}
        </NavLink>
      ))}
    </nav>
  )
}
