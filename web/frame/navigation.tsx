import { NavLink, ScrollArea, Text } from '@mantine/core'
import { IconExternalLink, IconLayoutDashboard } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { NavLink as RouterLink, useLocation } from 'react-router'
import { useApi } from '../api.ts'
import type { ReplyOf } from '../client.ts'
import { links } from '../links.ts'
import { useTexts } from '../texts/index.ts'
import { NamedIcon } from './named-icon.tsx'
import classes from './navigation.module.css'
import { usePages } from './pages.ts'

export function Navigation() {
  const t = useTexts()
  const pages = usePages()
  const entries = (group: 'main' | 'more') =>
    pages
      .filter((page) => page.group === group)
      .map(({ link, label, icon: Shape }) => (
        <Entry
          key={link}
          to={link}
          label={label}
          icon={<Shape size={16} stroke={1.6} aria-hidden />}
        />
      ))
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

type EntryProps = { to: string; label: string; icon: ReactNode }

function Entry({ to, label, icon }: EntryProps) {
  const { pathname } = useLocation()
  const isHere = pathname === to || pathname.startsWith(`${to}/`)
  return (
    <NavLink
      component={RouterLink}
      to={to}
      label={label}
      active={isHere}
      className={classes.entry}
      leftSection={icon}
    />
  )
}

type Workspace = ReplyOf<'workplace', 'navigation'>['workspaces'][number]

/** The pages and apps by workspace, as the definitions order them. */
function Workspaces() {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  return data?.workspaces
    .filter(({ pages, apps }) => pages.length + apps.length > 0)
    .map((workspace) => (
      <section key={workspace.code} aria-label={workspace.name}>
        <Caption workspace={workspace} />
        {workspace.pages.map((page) => (
          <PageEntry key={page.code} page={page} apps={workspace.apps} />
        ))}
        {appsBeside(workspace).map((app) => (
          <Entry
            key={app.code}
            to={links.app(app.namespace, app.code)}
            label={app.name}
            icon={<NamedIcon name={app.icon} />}
          />
        ))}
      </section>
    ))
}

/** A workspace that names its first page leads there. */
function Caption({ workspace: { code, name, home } }: { workspace: Workspace }) {
  if (home === null) return <Text className={classes.caption}>{name}</Text>
  return (
    <Text component={RouterLink} to={links.workspace(code)} className={classes.caption}>
      {name}
    </Text>
  )
}

/** Those that no page of the menu leads to already. */
const appsBeside = ({ pages, apps }: Workspace) =>
  apps.filter(({ namespace, code }) => !pages.some(({ app }) => app === `${namespace}/${code}`))

const SAFE = /^(https?:\/\/|\/(?!\/))/i

type PageEntryProps = { page: Workspace['pages'][number]; apps: Workspace['apps'] }

function PageEntry({ page, apps }: PageEntryProps) {
  const { namespace, code, name, type, href, app } = page
  if (type === 'GROUP') return <Text className={classes.heading}>{name}</Text>
  if (type === 'LINK') {
    return href && SAFE.test(href) ? (
      <NavLink
        href={href}
        target="_blank"
        rel="noreferrer"
        label={name}
        className={classes.entry}
        leftSection={<NamedIcon name={page.icon} otherwise={IconExternalLink} />}
      />
    ) : null
  }
  if (type === 'APPLICATION') {
    const own = apps.find((each) => `${each.namespace}/${each.code}` === app)?.icon ?? ''
    return <Entry to={`/apps/${app}`} label={name} icon={<NamedIcon name={page.icon || own} />} />
  }
  return (
    <Entry
      to={links.page(namespace, code)}
      label={name}
      icon={<NamedIcon name={page.icon} otherwise={IconLayoutDashboard} />}
    />
  )
}
