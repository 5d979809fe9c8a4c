import { useApi } from '../../api.ts'
import { PageTabs } from '../../components/page-tabs.tsx'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

/** The ways to look at processes. */
export function ProcessTabs() {
  const t = useTexts().processes
  const { data } = useApi('bpm', 'listIncidents', { input: { size: 1 } })
  const { isAdministrator } = useMe()
  const dead = useApi(
    'processes',
    'messages',
    { input: { state: 'dead', size: 1 } },
    { enabled: isAdministrator },
  )
  const tabs = [
    { to: links.processes, label: t.tabs.processes },
    { to: links.instances, label: t.tabs.instances },
    { to: links.decisions, label: t.tabs.decisions },
    { to: links.incidents, label: t.tabs.incidents, count: data?.total },
    ...(isAdministrator
      ? [{ to: links.processMessages, label: t.tabs.messages, count: dead.data?.total }]
      : []),
    { to: links.topics, label: t.tabs.workers },
  ]
  return <PageTabs label={t.title} tabs={tabs} />
}
