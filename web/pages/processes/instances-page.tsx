import { Page } from '../../components/page.tsx'
import { useTexts } from '../../texts/index.ts'
import { InstanceList } from './instance-list.tsx'
import { ProcessTabs } from './tabs.tsx'

/** Whatever runs or ran, of all processes. */
export function InstancesPage() {
  return (
    <Page title={useTexts().processes.title} below={<ProcessTabs />}>
      <InstanceList />
    </Page>
  )
}
