import type { areas } from '../src/client/areas.ts'
import { links } from './links.ts'

/** Answers of the server: those of an area, or those of one operation. */
type Areas = typeof areas
type Answers = { [A in keyof Areas]: A | `${A}.${keyof Areas[A] & string}` }[keyof Areas]

type ObjectKind = {
  /** What is stale when an object of this kind changes. */
  stale: readonly Answers[]
  /** Of these, those that are still good. */
  fresh?: readonly Answers[]
  /** Answers about other apps than the one of the event are still good, but for these, which name the apps they know. */
  isOfApp?: true
  beyondApp?: readonly Answers[]
  /** The address of its page, up to the path of the object; absent where it has none. */
  page?: string
}

const GRANTED = { stale: ['access'] } as const satisfies ObjectKind
/** Nothing on a page depends on it, or the page polls. */
const UNSEEN = { stale: [] } as const satisfies ObjectKind

/**
 * Every kind of object that the server has events about, by the part before the colon of
 * `task:<id>`. A new kind needs a line here: a test compares them with what the server emits.
 */
const KINDS = {
  app: GRANTED,
  assistant: UNSEEN,
  body: UNSEEN,
  channel: { stale: ['messages', 'notifications', 'disk'], page: links.channel('') },
  comment: { stale: ['messages'] },
  connection: { stale: ['access'] },
  directory: { stale: ['disk', 'access'], page: links.directory('') },
  draft: { stale: ['drafts'], page: links.draft('') },
  form: { stale: ['forms'] },
  file: { stale: ['disk', 'messages'], page: links.file('') },
  group: { stale: ['scheme', 'access', 'apps.statusSettings'], page: links.group('') },
  import: { stale: ['apps'] },
  instance: { stale: ['bpm', 'processes', 'tasks', 'messages'], page: links.instance('') },
  item: {
    stale: ['apps', 'docflow', 'registration', 'messages'],
    // How the app is defined.
    fresh: ['apps.statusSettings'],
    isOfApp: true,
    // Items of other apps link here.
    beyondApp: ['apps.related'],
    page: '/apps/',
  },
  job: { stale: ['jobs', 'system'] },
  key: UNSEEN,
  login: UNSEEN,
  message: { stale: ['messages'] },
  module: { stale: ['telephony', 'scheme'] },
  'nomenclature.directory': { stale: ['nomenclature'] },
  'nomenclature.folder': { stale: ['nomenclature'] },
  oauth_client: { stale: ['access'] },
  org_unit: { stale: ['users', 'scheme'] },
  provider: { stale: ['providers'] },
  preference: { stale: ['marketing'] },
  'process-message': { stale: ['processes.messages', 'processes.matchMessage'] },
  process: { stale: ['access', 'processes'] },
  registration: { stale: ['registration', 'messages'] },
  report: GRANTED,
  report_schedule: { stale: ['reports.listSchedules', 'reports.listMails'] },
  segment: { stale: ['marketing'], page: links.segment('') },
  setting: UNSEEN,
  sign_in_policy: { stale: ['providers'] },
  solution: {
    stale: [
      'solutions',
      'scheme',
      'workplace',
      'apps',
      'bpm',
      'processes',
      'reports',
      'decisions',
      'access',
      'users',
      'parameters',
    ],
  },
  storage: { stale: ['storage'] },
  subscriber: { stale: ['marketing'] },
  // Whoever substitutes somebody sees their tasks.
  substitution: { stale: ['substitutions', 'tasks'] },
  system: UNSEEN,
  task: {
    // An item shows its open tasks.
    stale: ['tasks', 'bpm', 'processes', 'messages', 'notifications', 'apps.getItem'],
    page: links.task(''),
  },
  token: { stale: ['access'] },
  transfer: { stale: ['apps', 'users', 'scheme'] },
  user: { stale: ['users', 'access', 'scheme', 'providers'], page: links.person('') },
  webhook: { stale: ['webhooks', 'system'], page: links.webhook('') },
  workspace: { stale: ['access', 'parameters'] },
} as const satisfies Record<string, ObjectKind>

export type KindName = keyof typeof KINDS

export const kinds: ReadonlyMap<string, ObjectKind> = new Map(Object.entries(KINDS))

/** Events that mean something else than their object does, by what their types begin with. */
const BY_TYPE: Record<string, ObjectKind> = {
  // Nobody can have talked about it yet.
  'disk.file.created': { stale: ['disk'] },
  'notification.': { stale: ['notifications'] },
  'stream.read': { stale: ['messages'] },
  'task_reminder.': { stale: ['tasks'] },
}

/** What the stream says about one event. */
export type StreamEvent = {
  type: string
  object: string
  namespace?: string
  code?: string
  /** What is said says where: `item:crm/deals/<id>`. */
  data?: { stream?: unknown }
}
/** The key of an answer, as `keyOf` makes it. */
export type AnswerKey = readonly [
  area: string,
  operation?: string,
  request?: { params?: Record<string, string> },
]

/** The beginnings of the keys of answers that are stale when objects of these kinds change. */
export const staleKeys = (names: readonly KindName[]): string[][] =>
  [...new Set(names.flatMap((name): readonly string[] => KINDS[name].stale))].map((answers) =>
    answers.split('.'),
  )

/** Whether an event makes an answer stale. */
export function isStale(
  [area, operation, request]: AnswerKey,
  event: StreamEvent,
  answer?: unknown,
): boolean {
  const kind = kindOf(event)
  const stale: readonly string[] = kind?.stale ?? []
  if (!stale.includes(area) && !stale.includes(`${area}.${operation}`)) return false
  const fresh: readonly string[] = kind?.fresh ?? []
  if (fresh.includes(`${area}.${operation}`)) return false
  const beyond: readonly string[] = kind?.beyondApp ?? []
  if (beyond.includes(`${area}.${operation}`)) return knows(answer, event)
  const { namespace, code, id, target = id } = request?.params ?? {}
  if (namespace === undefined || code === undefined) return true
  const item = itemOf(event)
  // Of what happens to one item, and is said there, answers about another one know nothing.
  if (item && target !== undefined) return item === `${namespace}/${code}/${target}`
  if (!kind?.isOfApp) return true
  return namespace === event.namespace && code === event.code
}

/** Before it has come, an answer may know of everything. */
function knows(answer: unknown, { namespace, code }: StreamEvent): boolean {
  const { apps } = (answer ?? {}) as { apps?: string[] }
  return apps?.includes(`${namespace}/${code}`) ?? true
}

function itemOf({ object, data }: StreamEvent): string | undefined {
  const said = typeof data?.stream === 'string' ? data.stream : object
  const { kind, path } = partsOf(said)
  return kind === 'item' ? path : undefined
}

function kindOf({ type, object }: StreamEvent): ObjectKind | undefined {
  const own = Object.entries(BY_TYPE).find(([beginning]) => type.startsWith(beginning))
  return own?.[1] ?? kinds.get(partsOf(object).kind)
}

/** `item:crm/deals/<id>` is the kind `item` and the path `crm/deals/<id>`. */
export function partsOf(object: string): { kind: string; path: string } {
  const [kind = '', path = ''] = object.split(/:(.*)/s)
  return { kind, path }
}

/** Where an object is shown. */
export function linkToObject(object: string): string | undefined {
  const { kind, path } = partsOf(object)
  const page = kinds.get(kind)?.page
  return page === undefined ? undefined : page + path
}

const ID = String.raw`[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}`
const ITEM = `[^/?#]+/[^/?#]+/${ID}`

/** The other way round: the address of a page means what the page shows; other text stays. */
export function objectAt(address: string): string {
  for (const [name, { page, isOfApp }] of kinds) {
    const path = page && new RegExp(`${page}(${isOfApp ? ITEM : ID})`).exec(address)?.[1]
    if (path) return `${name}:${path}`
  }
  return address.trim()
}
