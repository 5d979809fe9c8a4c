import {
  type Icon,
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
} from '@tabler/icons-react'
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
}

const PAGES: MenuPage[] = [
  { name: 'tasks', link: links.tasks(), icon: IconListCheck, group: 'main' },
  { name: 'processes', link: links.processes, icon: IconRoute, group: 'main' },
  { name: 'files', link: links.files, icon: IconFiles, group: 'main' },
  { name: 'channels', link: links.channels, icon: IconMessageCircle, group: 'main' },
  { name: 'people', link: links.people, icon: IconAddressBook, group: 'main' },
  { name: 'reports', link: links.reports, icon: IconChartBar, group: 'main' },
  { name: 'registration', link: links.registration, icon: IconRubberStamp, group: 'more' },
  { name: 'marketing', link: links.marketing, icon: IconMail, group: 'more' },
  { name: 'storage', link: links.storage, icon: IconDatabase, group: 'more', isForAdmin: true },
  { name: 'telephony', link: links.telephony, icon: IconPhone, group: 'more', isForAdmin: true },
  { name: 'admin', link: links.admin, icon: IconSettings, group: 'more', isForAdmin: true },
]

/** The pages that are there for everybody, or for administrators, with their names. */
export function usePages() {
  const t = useTexts()
  const me = useMe()
  return PAGES.filter(({ isForAdmin }) => me.isAdministrator || !isForAdmin).map((page) => ({
    ...page,
    label: t.frame.menu[page.name],
  }))
}
