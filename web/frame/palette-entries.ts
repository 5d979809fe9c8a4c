import {
  type Icon,
  IconFile,
  IconLayoutDashboard,
  IconListCheck,
  IconMessageCircle,
  IconPlayerPlay,
  IconPlus,
  IconRoute,
  IconTable,
  IconTicket,
  IconUser,
} from '@tabler/icons-react'
import { useApi } from '../api.ts'
import type { ReplyOf } from '../client.ts'
import { linkToObject } from '../kinds.ts'
import { links } from '../links.ts'
import { useTexts } from '../texts/index.ts'
import { usePages } from './pages.ts'

export type Entry = { key: string; icon: Icon; title: string; subtitle: string; link: string }
type Found = ReplyOf<'search', 'find'>['results'][number]

const MOST = 8

/** What needs no server: the pages, the apps, what can be begun. */
export function useCommands(text: string): Entry[] {
  const t = useTexts()
  const pages = usePages()
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const ofPages = pages.map(({ link, label, icon }) => entry('page', link, icon, label, ''))
  const ofApps = (data?.workspaces ?? []).flatMap(({ name, pages: own, apps, processes }) => [
    ...own
      .filter(({ type }) => type === 'PAGE')
      .map(({ namespace, code, name: page }) =>
        entry('page', links.page(namespace, code), IconLayoutDashboard, page, name),
      ),
    ...apps.map((app) =>
      entry('app', links.app(app.namespace, app.code), IconTable, app.name, name),
    ),
    ...apps
      .filter(({ rights }) => rights.create)
      .map((app) => {
        const title = t.frame.palette.create(app.elementName || app.name)
        return entry('new', `${links.app(app.namespace, app.code)}/new`, IconPlus, title, app.name)
      }),
    ...processes
      .filter(({ canStart }) => canStart)
      .map(({ id, name: process }) =>
        entry(
          'start',
          links.startProcess(id),
          IconPlayerPlay,
          t.frame.palette.start(process),
          name,
        ),
      ),
  ])
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isMeant = ({ title, subtitle }: Entry) =>
    words.every((word) => `${title} ${subtitle}`.toLowerCase().includes(word))
  return [...ofPages, ...ofApps].filter(isMeant).slice(0, MOST)
}

/** What the server finds by its name. */
export function useFound(text: string): { found: Entry[]; isAsking: boolean } {
  const { data, isFetching } = useApi(
    'search',
    'find',
    { input: { q: text } },
    { enabled: text.length > 1, keep: true },
  )
  const results = text.length > 1 ? (data?.results ?? []) : []
  return {
    found: results.filter(({ kind }) => kind !== 'app' && kind !== 'process').map(toEntry),
    isAsking: isFetching,
  }
}

const entry = (kind: string, link: string, icon: Icon, title: string, subtitle: string): Entry => ({
  key: `${kind} ${link}`,
  icon,
  title,
  subtitle,
  link,
})

const ICONS: Record<Found['kind'], Icon> = {
  app: IconTable,
  process: IconRoute,
  channel: IconMessageCircle,
  user: IconUser,
  item: IconTicket,
  task: IconListCheck,
  instance: IconRoute,
  file: IconFile,
  message: IconMessageCircle,
  comment: IconMessageCircle,
}

function toEntry({ kind, id, namespace, code, about, title, subtitle }: Found): Entry {
  const path = kind === 'item' ? `${namespace}/${code}/${id}` : id
  const link = linkToObject(about ?? `${kind}:${path}`) ?? ''
  return entry(kind, link, ICONS[kind], title, subtitle)
}
