import { NavLink, ScrollArea, Text } from '@mantine/core'
import {
  IconAddressBook,
  IconChartBar,
  IconDatabase,
  IconFiles,
  IconListCheck,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconRoute,
  IconRubberStamp,
  IconSettings,
  IconTable,
  type Icon as IconType,
} from '@tabler/icons-react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { useApi } from '../api.ts'
import { links } from '../links.ts'
import { useTexts } from '../texts/index.ts'
import classes from './navigation.module.css'
import { useMe } from './session.tsx'

export function Navigation() {
  const t = useTexts()
  const me = useMe()
  return (
    <ScrollArea className={classes.all} type="hover" scrollbarSize={8}>
      <nav aria-label={t.frame.product}>
        <Entry to={links.tasks()} icon={IconListCheck} label={t.frame.menu.tasks} />
        <Entry to={links.processes} icon={IconRoute} label={t.frame.menu.processes} />
        <Entry to={links.files} icon={IconFiles} label={t.frame.menu.files} />
        <Entry to={links.channels} icon={IconMessageCircle} label={t.frame.menu.channels} />
        <Entry to={links.people} icon={IconAddressBook} label={t.frame.menu.people} />
        <Entry to={links.reports} icon={IconChartBar} label={t.frame.menu.reports} />
        <Workspaces />
        <Text className={classes.caption}>{t.frame.menu.more}</Text>
        <Entry to={links.registration} icon={IconRubberStamp} label={t.frame.menu.registration} />
        <Entry to={links.marketing} icon={IconMail} label={t.frame.menu.marketing} />
        {me.isAdministrator && (
          <>
            <Entry to={links.storage} icon={IconDatabase} label={t.frame.menu.storage} />
            <Entry to={links.telephony} icon={IconPhone} label={t.frame.menu.telephony} />
            <Entry to={links.admin} icon={IconSettings} label={t.frame.menu.admin} />
          </>
        )}
      </nav>
    </ScrollArea>
  )
}

type EntryProps = { to: string; label: string; icon?: IconType }

function Entry({ to, label, icon: Icon = IconTable }: EntryProps) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <NavLink
      component={RouterLink}
      to={to}
      label={label}
      active={isHere}
      className={classes.entry}
      leftSection={<Icon size={16} stroke={1.6} aria-hidden />}
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
