import { NavLink, ScrollArea, Text } from '@mantine/core'
import { type Icon, IconTable } from '@tabler/icons-react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { useApi } from '../api.ts'
import { links } from '../links.ts'
import { useTexts } from '../texts/index.ts'
import classes from './navigation.module.css'
import { usePages } from './pages.ts'

export function Navigation() {
  const t = useTexts()
  const pages = usePages()
  const entries = (group: 'main' | 'more') =>
    pages
      .filter((page) => page.group === group)
      .map(({ link, label, icon }) => <Entry key={link} to={link} icon={icon} label={label} />)
  return (
    <ScrollArea className={classes.all} type="hover" scrollbarSize={8}>
      <nav aria-label={t.frame.product}>
        {entries('main')}
        <Workspaces />
        <Text className={classes.caption}>{t.frame.menu.more}</Text>
        {entries('more')}
      </nav>
    </ScrollArea>
  )
}

type EntryProps = { to: string; label: string; icon?: Icon }

function Entry({ to, label, icon: Shape = IconTable }: EntryProps) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <NavLink
      component={RouterLink}
      to={to}
      label={label}
      active={isHere}
      className={classes.entry}
      leftSection={<Shape size={16} stroke={1.6} aria-hidden />}
    />
  )
}

/** The apps by workspace, as the definitions order them. */
function Workspaces() {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return data?.workspaces
    .filter(({ apps }) => apps.length > 0)
    .map(({ code, name, apps }) => (
      <section key={code} aria-label={name}>
        <Text className={classes.caption}>{name}</Text>
        {apps.map((app) => (
          <Entry key={app.code} to={links.app(app.namespace, app.code)} label={app.name} />
        ))}
      </section>
    ))
}
