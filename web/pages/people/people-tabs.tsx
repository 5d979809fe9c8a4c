import { PageTabs } from '../../components/page-tabs.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

export function PeopleTabs() {
  const t = useTexts()
  const { tabs } = t.people
  return (
    <PageTabs
      label={t.frame.menu.people}
      tabs={[
        { to: links.people, label: tabs.list },
        { to: links.orgChart, label: tabs.chart },
        { to: links.groups, label: tabs.groups },
        { to: links.substitutions, label: tabs.substitutions },
      ]}
    />
  )
}
