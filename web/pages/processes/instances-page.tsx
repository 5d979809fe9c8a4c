import { Page } from '../../components/page.tsx'
import { useMe } from '../../frame/session.tsx'
import { useTexts } from '../../texts/index.ts'
import { InstanceList } from './instance-list.tsx'
import { ModifyButton } from './modify/modify-button.tsx'
import { ProcessTabs } from './tabs.tsx'

/** Whatever runs or ran, of all processes. */
export function InstancesPage() {
  const { isAdministrator } = useMe()
  return (
    <Page title={useTexts().processes.title} below={<ProcessTabs />}>
      <InstanceList
        {...(isAdministrator && {
          actions: (chosen, done) => <ModifyButton instances={chosen} onDone={done} />,
        })}
      />
    </Page>
  )
}
