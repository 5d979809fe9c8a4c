import { NavLink } from 'react-router'
import classes from './page-tabs.module.css'

type PageTabsProps = { label: string; tabs: { to: string; label: string }[] }

/** Pages that belong together, as links. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <NavLink key={tab.to} to={tab.to} end className={classes.tab ?? ''}>
          {tab.label}
        </NavLink>
      ))}
    </nav>
  )
}
