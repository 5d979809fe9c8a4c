import type { areas } from '../../src/client/areas.ts'
import type { Client } from '../../src/client/client.ts'

type Shown = { name: string; path: string }

const REQUESTS = { namespace: 'service_desk', code: 'requests' }
const PATH = '/apps/service_desk/requests'

/** The pages of the console that are shown in documents and looked over for barriers. */
export async function pagesOf(client: Client<typeof areas>): Promise<Shown[]> {
  const [item, task, instance, process, channel, report] = await Promise.all([
    client.apps.listItems({ params: REQUESTS, input: { size: 1 } }),
    client.tasks.list({ input: { size: 1 } }),
    client.processes.instances({ input: { state: 'running', size: 1 } }),
    client.processes.list(),
    client.messages.listChannels(),
    client.reports.catalog(),
  ])
  const first = <T>(list: readonly T[], what: string): T => {
    const [found] = list
    if (found === undefined) throw new Error(`the demo has no ${what}`)
    return found
  }
  const { namespace, code } = first(report.reports, 'report')
  return [
    { name: 'tasks', path: '/tasks' },
    { name: 'task', path: `/task/${first(task.result.result, 'task').__id}` },
    { name: 'table', path: PATH },
    { name: 'board', path: `${PATH}?as=board` },
    { name: 'item', path: `${PATH}/${first(item.result.result, 'request').__id}` },
    { name: 'new-item', path: `${PATH}/new` },
    { name: 'import', path: `${PATH}/import` },
    { name: 'processes', path: '/processes' },
    { name: 'process', path: `/processes/${first(process.processes, 'process').id}` },
    { name: 'instance', path: `/instances/${first(instance.instances, 'instance').id}` },
    { name: 'incidents', path: '/incidents' },
    { name: 'files', path: '/files' },
    { name: 'people', path: '/people' },
    { name: 'org-chart', path: '/people/chart' },
    { name: 'channel', path: `/channels/${first(channel.result.result, 'channel').id}` },
    { name: 'report', path: `/reports/${namespace}/${code}` },
    { name: 'registration', path: '/registration' },
    { name: 'marketing', path: '/marketing' },
    { name: 'storage', path: '/storage' },
    { name: 'telephony', path: '/telephony' },
    { name: 'admin', path: '/admin' },
    { name: 'webhooks', path: '/admin/webhooks' },
    { name: 'solutions', path: '/admin/solutions' },
  ]
}
