import { Text } from '@mantine/core'
import { PageTabs } from '../../components/page-tabs.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

/** The tabs of both pages, below what Kontor does not do itself. */
export function MarketingTabs() {
  const t = useTexts()
  return (
    <>
      <Text size="sm" c="dimmed">
        {t.marketing.sendsNothing}
      </Text>
      <PageTabs
        label={t.frame.menu.marketing}
        tabs={[
          { to: links.marketing, label: t.marketing.segments },
          { to: links.subscribers, label: t.marketing.subscribers },
        ]}
      />
    </>
  )
}
