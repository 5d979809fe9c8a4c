/** Every address of the console, in one place. */
export const links = {
  home: '/',
  tasks: (list: 'incoming' | 'outgoing' | 'assisting' | 'people' = 'incoming') =>
    list === 'incoming' ? '/tasks' : `/tasks/${list}`,
  task: (id: string) => `/task/${id}`,
  app: (namespace: string, code: string) => `/apps/${namespace}/${code}`,
  newItem: (namespace: string, code: string) => `/apps/${namespace}/${code}/new`,
  importItems: (namespace: string, code: string) => `/apps/${namespace}/${code}/import`,
  deletedItems: (namespace: string, code: string) => `/apps/${namespace}/${code}/deleted`,
  item: (namespace: string, code: string, id: string) => `/apps/${namespace}/${code}/${id}`,
  duplicate: (namespace: string, code: string, id: string) =>
    `/apps/${namespace}/${code}/new?from=${id}`,
  processes: '/processes',
  process: (id: string) => `/processes/${id}`,
  startProcess: (id: string) => `/processes/${id}?start`,
  instances: '/instances',
  instance: (id: string) => `/instances/${id}`,
  incidents: '/incidents',
  files: '/files',
  trash: '/files/trash',
  directory: (id: string) => `/files/${id}`,
  file: (id: string) => `/file/${id}`,
  people: '/people',
  person: (id: string) => `/people/${id}`,
  groups: '/people/groups',
  group: (id: string) => `/people/groups/${id}`,
  orgChart: '/people/chart',
  substitutions: '/people/substitutions',
  channels: '/channels',
  channel: (id: string) => `/channels/${id}`,
  reports: '/reports',
  report: (namespace: string, code: string) => `/reports/${namespace}/${code}`,
  registration: '/registration',
  nomenclature: '/registration/nomenclature',
  marketing: '/marketing',
  subscribers: '/marketing/subscribers',
  segment: (id: string) => `/marketing/${id}`,
  storage: '/storage',
  telephony: '/telephony',
  admin: '/admin',
  adminPart: (part: 'tokens' | 'webhooks' | 'audit' | 'jobs' | 'solutions' | 'access') =>
    `/admin/${part}`,
  webhook: (id: string) => `/admin/webhooks/${id}`,
  /** What happened to one object. */
  auditOf: (object: string) => `/admin/audit?object=${encodeURIComponent(object)}`,
} as const

/** Where the object of an event or a notification is shown: `item:<namespace>/<code>/<id>`, … */
export function linkToObject(object: string): string | undefined {
  const [kind = '', path = ''] = object.split(/:(.*)/s)
  const [namespace = '', code = '', id = ''] = path.split('/')
  switch (kind) {
    case 'item':
      return links.item(namespace, code, id)
    case 'task':
      return links.task(path)
    case 'instance':
      return links.instance(path)
    case 'channel':
      return links.channel(namespace)
    case 'file':
      return links.file(path)
    case 'user':
      return links.person(path)
    case 'group':
      return links.group(path)
    case 'segment':
      return links.segment(path)
    case 'webhook':
      return links.webhook(path)
    default:
      return undefined
  }
}
