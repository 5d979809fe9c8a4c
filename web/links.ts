type FormAddress = { namespace: string; app: string; code: string }

const inForm = ({ namespace, app, code }: FormAddress) => `${namespace}/${app}/${code}`

/** Every address of the console, in one place. */
export const links = {
  home: '/',
  /** Where guests come in. */
  guest: '/guest',
  tasks: (list: 'incoming' | 'outgoing' | 'assisting' | 'people' | 'all' = 'incoming') =>
    list === 'incoming' ? '/tasks' : `/tasks/${list}`,
  team: '/team',
  profile: '/profile',
  assistants: '/profile/assistants',
  task: (id: string) => `/task/${id}`,
  app: (namespace: string, code: string) => `/apps/${namespace}/${code}`,
  newItem: (namespace: string, code: string) => `/apps/${namespace}/${code}/new`,
  importItems: (namespace: string, code: string) => `/apps/${namespace}/${code}/import`,
  deletedItems: (namespace: string, code: string) => `/apps/${namespace}/${code}/deleted`,
  item: (namespace: string, code: string, id: string) => `/apps/${namespace}/${code}/${id}`,
  duplicate: (namespace: string, code: string, id: string) =>
    `/apps/${namespace}/${code}/new?from=${id}`,
  /** The first page of a workspace. */
  workspace: (namespace: string) => `/pages/${namespace}`,
  page: (namespace: string, code: string) => `/pages/${namespace}/${code}`,
  processes: '/processes',
  process: (id: string) => `/processes/${id}`,
  startProcess: (id: string) => `/processes/${id}?start`,
  instances: '/instances',
  instance: (id: string) => `/instances/${id}`,
  incidents: '/incidents',
  processMessages: '/process-messages',
  topics: '/topics',
  files: '/files',
  trash: '/files/trash',
  directory: (id: string) => `/files/${id}`,
  file: (id: string) => `/file/${id}`,
  search: (text: string) => `/search?q=${encodeURIComponent(text)}`,
  people: '/people',
  person: (id: string) => `/people/${id}`,
  groups: '/people/groups',
  group: (id: string) => `/people/groups/${id}`,
  orgChart: '/people/chart',
  substitutions: '/people/substitutions',
  channels: '/channels',
  channel: (id: string) => `/channels/${id}`,
  decisions: '/decisions',
  decision: (namespace: string, code: string) => `/decisions/${namespace}/${code}`,
  reports: '/reports',
  report: (namespace: string, code: string) => `/reports/${namespace}/${code}`,
  registration: '/registration',
  nomenclature: '/registration/nomenclature',
  marketing: '/marketing',
  subscribers: '/marketing/subscribers',
  segment: (id: string) => `/marketing/${id}`,
  build: '/build',
  /** The builder, at a file and at a setting in it. */
  draft: (id: string, file?: string, at: readonly (string | number)[] = []) =>
    `/build/${id}${file ? `?${new URLSearchParams({ file, ...(at.length > 0 && { at: at.join('.') }) })}` : ''}`,
  buildHistory: (solution: string) => `/build/history/${solution}`,
  storage: '/storage',
  telephony: '/telephony',
  admin: '/admin',
  adminPart: (
    part:
      | 'tokens'
      | 'webhooks'
      | 'programs'
      | 'providers'
      | 'factors'
      | 'audit'
      | 'jobs'
      | 'solutions'
      | 'calendars'
      | 'forms'
      | 'guests'
      | 'access',
  ) => `/admin/${part}`,
  webhook: (id: string) => `/admin/webhooks/${id}`,
  publicForm: (form: FormAddress) => `/forms/${inForm(form)}`,
  /** What was sent with a form. */
  sentForms: (form: FormAddress) => `/admin/forms/${inForm(form)}`,
  /** What happened to one object. */
  auditOf: (object: string) => `/admin/audit?object=${encodeURIComponent(object)}`,
} as const
