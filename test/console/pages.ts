import type { areas } from '../../src/client/areas.ts'
import type { Client } from '../../src/client/client.ts'

type Shown = { name: string; path: string }

type Task = {
  __id: string
  instance: { __id: string }
  __item: { namespace: string; code: string; id: string }
}

const OPEN = { filter: { eql: { query: "[state] = 'in_progress'" } } }
const PATH = '/apps/service_desk/requests'

/** The pages of the console that are shown in documents and looked over for barriers. */
export async function pagesOf(client: Client<typeof areas>): Promise<Shown[]> {
  const anna = (await client.users.listPeople({ input: { text: 'anna' } })).users[0]?.id ?? ''
  const [tasks, process, channel, report, designed] = await Promise.all([
    client.tasks.listOfUser({ params: { id: anna }, input: { size: 1, ...OPEN } }),
    client.processes.list(),
    client.messages.listChannels(),
    client.reports.catalog(),
    client.drafts.create({ input: { solution: 'crm' } }),
  ])
  const first = <T>(list: readonly T[], what: string): T => {
    const [found] = list
    if (found === undefined) throw new Error(`the demo has no ${what}`)
    return found
  }
  const { namespace, code } = first(report.reports, 'report')
  // The task, what it is about and the process it belongs to: one story.
  const task = first(tasks.result.result, 'task') as Task
  const item = task.__item
  return [
    { name: 'dashboard', path: '/pages/crm/dashboard' },
    { name: 'tasks', path: '/tasks' },
    { name: 'team', path: '/team' },
    { name: 'profile', path: '/profile' },
    { name: 'task', path: `/task/${task.__id}` },
    { name: 'table', path: PATH },
    { name: 'board', path: `${PATH}?as=board` },
    { name: 'item', path: `/apps/${item.namespace}/${item.code}/${item.id}` },
    { name: 'new-item', path: `${PATH}/new` },
    { name: 'import', path: `${PATH}/import` },
    { name: 'processes', path: '/processes' },
    { name: 'process', path: `/processes/${first(process.processes, 'process').id}` },
    { name: 'instance', path: `/instances/${task.instance.__id}` },
    { name: 'incidents', path: '/incidents' },
    { name: 'messages', path: '/process-messages' },
    { name: 'files', path: '/files' },
    { name: 'people', path: '/people' },
    { name: 'org-chart', path: '/people/chart' },
    { name: 'channel', path: `/channels/${first(channel.result.result, 'channel').id}` },
    { name: 'report', path: `/reports/${namespace}/${code}` },
    { name: 'build', path: '/build' },
    {
      name: 'designer',
      path: `/build/${designed.draft.id}?file=workspaces/crm/apps/orders.yaml`,
    },
    { name: 'registration', path: '/registration' },
    { name: 'marketing', path: '/marketing' },
    { name: 'storage', path: '/storage' },
    { name: 'telephony', path: '/telephony' },
    { name: 'admin', path: '/admin' },
    { name: 'webhooks', path: '/admin/webhooks' },
    { name: 'solutions', path: '/admin/solutions' },
    { name: 'tokens', path: '/admin/tokens' },
    { name: 'audit', path: '/admin/audit' },
    { name: 'jobs', path: '/admin/jobs' },
    { name: 'calendars', path: '/admin/calendars' },
    { name: 'public forms', path: '/admin/forms' },
    { name: 'sent forms', path: '/admin/forms/service_desk/requests/report' },
    { name: 'access', path: '/admin/access' },
    { name: 'overview', path: '/pages/contracts/overview' },
    { name: 'providers', path: '/admin/providers' },
    { name: 'factors', path: '/admin/factors' },
  ]
}

/** The designers of the parts of a solution; journeys look them over for barriers. */
export async function designersOf(client: Client<typeof areas>): Promise<Shown[]> {
  const { draft } = await client.drafts.create({ input: { solution: 'crm' } })
  const { draft: company } = await client.drafts.create({ input: { solution: 'company' } })
  const pathOf = (file: string, more = '') =>
    `/build/${draft.id}?file=workspaces/crm/${file}${more}`
  const orders = 'apps/orders.yaml'
  return [
    { name: 'design-statuses', path: pathOf(orders, '&tab=statuses') },
    { name: 'design-form', path: pathOf(orders, '&tab=forms&at=forms.edit') },
    { name: 'design-view', path: pathOf(orders, '&tab=views&at=views.board') },
    { name: 'design-rights', path: pathOf(orders, '&tab=rights') },
    { name: 'design-process', path: pathOf('apps/orders/processes/fulfil.yaml') },
    { name: 'design-report', path: pathOf('reports/orders_by_month.yaml') },
    {
      name: 'design-calendar',
      path: `/build/${company.id}?file=calendars/office.yaml`,
    },
    { name: 'design-page', path: pathOf('pages/dashboard.yaml') },
  ]
}
