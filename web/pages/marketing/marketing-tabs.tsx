import { PageTabs } from '../../components/page-tabs.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

export function MarketingTabs() {
  const t = useTexts()
  return (
    <PageTabs
      label={t.frame.menu.marketing}
      tabs={[
        { to: links.marketing, label: t.marketing.segments },
        { to: links.subscribers, label: t.marketing.subscribers },
      ]}
    />
  )
}
