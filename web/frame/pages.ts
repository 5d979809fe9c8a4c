import {
  type Icon,
  IconAddressBook,
  IconChartBar,
  IconDatabase,
  IconFiles,
  IconListCheck,
  IconMail,
  IconMessageCircle,
  IconPencilCog,
  IconPhone,
  IconRoute,
  IconRubberStamp,
  IconSettings,
  IconUsersGroup,
} from '@tabler/icons-react'
import { useApi } from '../api.ts'
import { links } from '../links.ts'
import { type Texts, useTexts } from '../texts/index.ts'
import { useMe } from './session.tsx'

type Name = keyof Texts['frame']['menu']
type MenuPage = {
  name: Name
  link: string
  icon: Icon
  group: 'main' | 'more'
  isForAdmin?: boolean
  isForBuilders?: boolean
  isForManagers?: boolean
}

const PAGES: MenuPage[] = [
  { name: 'tasks', link: links.tasks(), icon: IconListCheck, group: 'main' },
  { name: 'team', link: links.team, icon: IconUsersGroup, group: 'main', isForManagers: true },
  { name: 'processes', link: links.processes, icon: IconRoute, group: 'main' },
  { name: 'files', link: links.files, icon: IconFiles, group: 'main' },
  { name: 'channels', link: links.channels, icon: IconMessageCircle, group: 'main' },
  { name: 'people', link: links.people, icon: IconAddressBook, group: 'main' },
  { name: 'reports', link: links.reports, icon: IconChartBar, group: 'main' },
  { name: 'registration', link: links.registration, icon: IconRubberStamp, group: 'more' },
  { name: 'marketing', link: links.marketing, icon: IconMail, group: 'more' },
  { name: 'build', link: links.build, icon: IconPencilCog, group: 'more', isForBuilders: true },
  { name: 'storage', link: links.storage, icon: IconDatabase, group: 'more', isForAdmin: true },
  { name: 'telephony', link: links.telephony, icon: IconPhone, group: 'more', isForAdmin: true },
  { name: 'admin', link: links.admin, icon: IconSettings, group: 'more', isForAdmin: true },
]

/** The pages that are there for everybody, or for some, with their names. */
export function usePages() {
  const t = useTexts()
  const me = useMe()
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const isBuilder = data?.workspaces.some(({ canManage }) => canManage) ?? false
  const isManager = data?.hasPeople ?? false
  const isShown = ({ isForAdmin, isForBuilders, isForManagers }: MenuPage) =>
    me.isAdministrator || (isForManagers ? isManager : isForBuilders ? isBuilder : !isForAdmin)
  return PAGES.filter(isShown).map((page) => ({ ...page, label: t.frame.menu[page.name] }))
}
