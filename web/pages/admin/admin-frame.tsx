import { Badge } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { useRef } from 'react'
import { Link, Outlet, useLocation } from 'react-router'
import { useApi } from '../../api.ts'
import { Page } from '../../components/page.tsx'
import { useShowCurrent } from '../../components/show-current.ts'
import { Empty } from '../../components/states.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import classes from './admin.module.css'
import { type Texts, useTexts } from './texts.ts'

type Part = keyof Texts['admin']['parts']

/** What goes on, programs, people, and how all of it is set up. */
const PARTS: { part: Part; link: string }[] = [
  { part: 'overview', link: links.admin },
  { part: 'incidents', link: links.incidents },
  { part: 'jobs', link: links.adminPart('jobs') },
  { part: 'audit', link: links.adminPart('audit') },
  { part: 'webhooks', link: links.adminPart('webhooks') },
  { part: 'tokens', link: links.adminPart('tokens') },
  { part: 'programs', link: links.adminPart('programs') },
  { part: 'forms', link: links.adminPart('forms') },
  { part: 'access', link: links.adminPart('access') },
  { part: 'guests', link: links.adminPart('guests') },
  { part: 'providers', link: links.adminPart('providers') },
  { part: 'factors', link: links.adminPart('factors') },
  { part: 'solutions', link: links.adminPart('solutions') },
  { part: 'calendars', link: links.adminPart('calendars') },
]

/** Around the pages of administrators. Everybody has tokens of their own, so that page is open. */
export function AdminFrame() {
  const t = useTexts()
  const { isAdministrator } = useMe()
  const { pathname } = useLocation()
  if (isAdministrator) {
    return (
      <div className={classes.frame}>
        <Parts />
        <div>
          <Outlet />
        </div>
      </div>
    )
  }
  if (pathname === links.adminPart('tokens')) return <Outlet />
  return (
    <Page title={t.admin.title}>
      <Empty icon={IconLock} title={t.admin.refused} hint={t.admin.refusedHint} />
    </Page>
  )
}

const SLOWLY = 30_000

function Parts() {
  const t = useTexts()
  const { pathname } = useLocation()
  const { data } = useApi('system', 'overview', {}, { every: SLOWLY })
  const troubles: Partial<Record<Part, number | undefined>> = {
    jobs: data?.jobs.failed,
    incidents: data?.processes.incidents,
    webhooks: data && data.webhooks.paused + data.webhooks.failing,
  }
  const isHere = (link: string) =>
    link === links.admin ? pathname === link : pathname.startsWith(link)
  const bar = useRef<HTMLElement>(null)
  useShowCurrent(bar, `${pathname} ${Object.values(troubles)}`)
  return (
    <nav ref={bar} className={classes.parts} aria-label={t.admin.title}>
      {PARTS.map(({ part, link }) => (
        <Link
          key={part}
          to={link}
          className={classes.part}
          aria-current={isHere(link) ? 'page' : undefined}
        >
          {t.admin.parts[part]}
          {Boolean(troubles[part]) && (
            <Badge size="xs" variant="light" color="orange" className={classes.trouble}>
              {troubles[part]}
            </Badge>
          )}
        </Link>
      ))}
    </nav>
  )
}
