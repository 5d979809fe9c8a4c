import {
  type Icon,
  IconLayoutDashboard,
  IconPlayerPlay,
  IconPlus,
  IconSearch,
  IconTable,
} from '@tabler/icons-react'
import { useApi } from '../api.ts'
import { FOUND_ICONS, linkToFound, type SearchResult } from '../components/found.ts'
import { links } from '../links.ts'
import { useTexts } from '../texts/index.ts'
import { usePages } from './pages.ts'

export type Entry = {
  key: string
  icon: Icon
  /** The icon that an app or a page has of its own. */
  name?: string
  title: string
  subtitle: string
  link: string
  /** The heading it stands under; commands have none. */
  group?: string
  marks?: SearchResult['titleMarks']
  fragment?: SearchResult['fragment']
}

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
      .map(({ namespace, code, name: page, icon }) => ({
        ...entry('page', links.page(namespace, code), IconLayoutDashboard, page, name),
        name: icon,
      })),
    ...apps.map((app) => ({
      ...entry('app', links.app(app.namespace, app.code), IconTable, app.name, name),
      name: app.icon,
    })),
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

/** What the server finds, kind by kind, and the way to the rest. */
export function useFound(text: string): { found: Entry[]; isAsking: boolean } {
  const t = useTexts().frame.palette
  const isEnough = text.length > 1
  const { data, isFetching } = useApi(
    'search',
    'find',
    { input: { q: text } },
    { enabled: isEnough, keep: true },
  )
  const results = isEnough ? (data?.results ?? []) : []
  // Apps and processes are among the commands.
  const shown = results.filter(({ kind }) => kind !== 'app' && kind !== 'process')
  const groups = Map.groupBy(shown, ({ kind }) => kind)
  const found = Array.from(groups, ([kind, all]) =>
    all.map(
      (each): Entry => ({
        ...entry(kind, linkToFound(each), FOUND_ICONS[kind], each.title, each.subtitle),
        key: `${kind} ${each.id}`,
        group: t.kinds[kind],
        marks: each.titleMarks,
        ...(each.fragment && { fragment: each.fragment }),
      }),
    ),
  ).flat()
  if (results.length === 0) return { found, isAsking: isFetching }
  const all = entry('all', links.search(text), IconSearch, t.all(text), '')
  return { found: [...found, { ...all, group: '' }], isAsking: isFetching }
}

const entry = (kind: string, link: string, icon: Icon, title: string, subtitle: string): Entry => ({
  key: `${kind} ${link}`,
  icon,
  title,
  subtitle,
  link,
})
