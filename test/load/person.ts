import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { SHARED_FILES } from '../../src/lib/ids.ts'
import { RefetchPace } from '../../web/frame/refetch-pace.ts'
import { isStale } from '../../web/kinds.ts'
import { type Company, type Employee, OFFICE, requestOf, STATUSES } from './company.ts'
import { type Event, Line, type Question } from './line.ts'
import { LIVE, type Times } from './times.ts'

const LARGEST_FILE = 200_000
/** As the console does. */
const GATHER = 120

export type World = {
  address: string
  company: Company
  times: Times
  random: () => number
  /** Seconds between two actions, on average. */
  think: number
  signal: AbortSignal
}

const ofOffice = (operation: string, input: object, params: object = {}): Question => ({
  area: 'apps',
  operation,
  request: { params: { ...OFFICE, ...params }, input },
})

/** What every page has: the number beside the bell. */
const FRAME: Question = {
  area: 'notifications',
  operation: 'list',
  request: { input: { size: 1 } },
}

/** Of what an answer depends on beside the question, only `apps.related` tells. */
type Shown = { question: Question; answer: unknown }

/** Somebody with the console open: goes from page to page, and each page asks again when it is stale. */
export class Person {
  /** How often a page asked again. */
  again = 0
  heard = 0
  readonly #world: World
  readonly #self: Employee
  readonly #line: Line
  #shown: Shown[] = []
  #events: Event[] = []
  #timer: NodeJS.Timeout | undefined
  readonly #pace = new RefetchPace()
  /** Own comments that the stream has not told of yet, and when they were sent. */
  readonly #said = new Map<string, number>()
  /** Comments that it has told of since the last own one was sent, and when. */
  readonly #told = new Map<string, number>()
  #files: string[] = []

  constructor(world: World, self: Employee) {
    this.#world = world
    this.#self = self
    this.#line = new Line(world.address, self.token, world.times)
  }

  async work(): Promise<void> {
    const { signal } = this.#world
    await this.#think()
    if (signal.aborted) return
    const session = await this.#read<{ position: number }>(question('access', 'currentSession'))
    const stop = this.#line.listen(session?.position ?? 0, (event) => this.#hear(event))
    await this.#show([
      question('workplace', 'navigation'),
      question('workplace', 'getSettings'),
      question('tasks', 'listIncoming', { size: 50 }),
    ])
    while (!signal.aborted) {
      await this.#think()
      if (!signal.aborted) await this.#act()
    }
    clearTimeout(this.#timer)
    stop()
  }

  #act(): Promise<void> {
    const actions = ACTIONS.flatMap(([weight, name]) => Array<ActionName>(weight).fill(name))
    return this[this.#pick(actions)]()
  }

  async tasks(): Promise<void> {
    const list = question('tasks', 'listIncoming', { size: 50, active: true })
    await this.#show([list, question('tasks', 'facets', { list: 'incoming', filter: {} })])
  }

  async task(): Promise<void> {
    const list = question('tasks', 'listIncoming', { size: 10, active: true })
    const found = await this.#read<{ result: { result: { __id: string; __instance?: string }[] } }>(
      list,
    )
    const task = found && this.#pick(found.result.result)
    if (!task) return
    const [form] = await this.#show([
      { area: 'tasks', operation: 'form', request: { params: { id: task.__id } } },
      activityOf({ namespace: 'system', code: 'tasks', id: task.__id }),
    ])
    const { task: told } = JSON.parse(form ?? '{}') as { task?: { instanceId: string } }
    if (!told) return
    await this.#think()
    await this.#line.ask({
      area: 'tasks',
      operation: 'submit',
      request: { params: { id: task.__id }, input: { instanceId: told.instanceId } },
    })
    const who = this.#pick(this.#world.company.people).id
    await this.#line.ask({
      area: 'bpm',
      operation: 'run',
      request: {
        params: { namespace: 'office', code: 'approval' },
        input: { context: { who: [who] } },
      },
    })
  }

  async list(): Promise<void> {
    const filter = this.#pick([
      {},
      { tf: { agent: [this.#self.id] } },
      { tf: { priority: [{ code: 'high' }] } },
    ])
    const [field, ascending] = this.#pick([
      ['__createdAt', false],
      ['due', true],
      ['amount', false],
    ] as const)
    const input = { filter, sortExpressions: [{ field, ascending }], size: 100 }
    await this.#show([ofOffice('listItems', input)])
  }

  async board(): Promise<void> {
    await this.#show([
      ofOffice('statusSettings', {}),
      ofOffice('aggregate', { groupBy: [{ field: '__status' }], size: 1000 }),
      ...STATUSES.map((code) =>
        ofOffice('listItems', { statusCode: [code], size: 30, total: false }),
      ),
    ])
  }

  async item(): Promise<void> {
    const id = this.#anyItem()
    const item = `${OFFICE.namespace}/${OFFICE.code}/${id}`
    const address = { params: { ...OFFICE, id } }
    await this.#show([
      ofOffice('getItem', {}, { id }),
      activityOf({ ...OFFICE, id }),
      { area: 'tasks', operation: 'ofItem', request: address },
      question('processes', 'instances', { item }),
      { area: 'apps', operation: 'related', request: address },
    ])
    const chance = this.#world.random()
    if (chance > 0.45) return
    await this.#think()
    if (chance < 0.25) await this.#comment(id)
    else if (chance < 0.4)
      await this.#line.ask(ofOffice('updateItem', { context: { amount: chance * 1e4 } }, { id }))
    else
      await this.#line.ask(
        ofOffice('setStatus', { status: { code: this.#pick(STATUSES) } }, { id }),
      )
  }

  async create(): Promise<void> {
    const number = Math.floor(this.#world.random() * 1e6)
    await this.#line.ask(ofOffice('createItem', { context: requestOf(number, this.#self.id) }))
  }

  async upload(): Promise<void> {
    const hash = randomUUID()
    const content = 'x'.repeat(1 + Math.floor(this.#world.random() * LARGEST_FILE))
    const body = `--${hash}\r\ncontent-disposition: form-data; name="file"; filename="${hash}.txt"\r\n\r\n${content}\r\n--${hash}--\r\n`
    const text = await this.#line.send('disk.uploadToDirectory', {
      method: 'POST',
      path: `/pub/v1/disk/directory/${SHARED_FILES}/upload?hash=${hash}`,
      headers: { 'content-type': `multipart/form-data; boundary=${hash}` },
      body,
    })
    if (text) this.#files.push((JSON.parse(text) as { file: { __id: string } }).file.__id)
  }

  async download(): Promise<void> {
    if (this.#files.length === 0) return this.upload()
    const id = this.#pick(this.#files)
    await this.#line.ask({ area: 'disk', operation: 'downloadFile', request: { params: { id } } })
  }

  async search(): Promise<void> {
    await this.#show([
      question('search', 'find', { q: String(Math.floor(this.#world.random() * 10_000)) }),
    ])
  }

  async #comment(id: string): Promise<void> {
    const since = performance.now()
    this.#told.clear()
    const text = await this.#line.ask({
      area: 'messages',
      operation: 'sendMessage',
      request: { params: { ...OFFICE, target: id }, input: { body: 'It is on its way.' } },
    })
    if (text === undefined) return
    const object = `message:${(JSON.parse(text) as { message: { __id: string } }).message.__id}`
    const at = this.#told.get(object)
    if (at === undefined) this.#said.set(object, since)
    else this.#world.times.add(LIVE, at - since)
  }

  /** Opens a page: everything on it is asked for at once, and again when it is stale. */
  #show(questions: Question[]): Promise<(string | undefined)[]> {
    const shown = [FRAME, ...questions].map((question) => ({ question, answer: undefined }))
    this.#shown = shown
    return Promise.all(shown.slice(1).map((each) => this.#ask(each)))
  }

  async #ask(shown: Shown): Promise<string | undefined> {
    const text = await this.#line.ask(shown.question)
    if (shown.question.operation === 'related' && text) shown.answer = JSON.parse(text)
    return text
  }

  #hear(event: Event): void {
    this.heard++
    this.#events.push(event)
    const since = this.#said.get(event.object)
    if (since !== undefined) this.#world.times.add(LIVE, performance.now() - since)
    else if (event.type === 'message.created') this.#told.set(event.object, performance.now())
    this.#said.delete(event.object)
    this.#timer ??= setTimeout(() => this.#refresh(), GATHER + this.#pace.wait)
  }

  #refresh(): void {
    const events = this.#events
    this.#events = []
    this.#timer = undefined
    if (this.#world.signal.aborted) return
    const stale = this.#shown.filter(({ question: { area, operation, request }, answer }) => {
      const { params } = request
      const key = [area, operation, { ...(params && { params }) }] as const
      return events.some((event) => isStale(key, event, answer))
    })
    this.again += stale.length
    if (stale.length === 0) return
    void this.#pace.ask(() => Promise.all(stale.map((each) => this.#ask(each))))
  }

  async #read<T>(asked: Question): Promise<T | undefined> {
    const text = await this.#line.ask(asked)
    return text === undefined ? undefined : (JSON.parse(text) as T)
  }

  #anyItem(): string {
    return this.#pick(this.#world.company.items)
  }

  #pick<T>(among: readonly T[]): T {
    return among[Math.floor(this.#world.random() * among.length)] as T
  }

  /** Between half and one and a half of the average. */
  async #think(): Promise<void> {
    const { think, random, signal } = this.#world
    await pause(think * 1000 * (0.5 + random()), undefined, { signal }).catch(() => undefined)
  }
}

type ActionName =
  | 'tasks'
  | 'task'
  | 'list'
  | 'board'
  | 'item'
  | 'create'
  | 'upload'
  | 'download'
  | 'search'

/** Of 100 actions. */
const ACTIONS: [weight: number, name: ActionName][] = [
  [22, 'tasks'],
  [18, 'task'],
  [18, 'list'],
  [8, 'board'],
  [22, 'item'],
  [4, 'create'],
  [3, 'upload'],
  [2, 'download'],
  [3, 'search'],
]

const question = (area: string, operation: string, input: object = {}): Question => ({
  area,
  operation,
  request: { input },
})

const activityOf = (params: Record<string, string>): Question => ({
  area: 'messages',
  operation: 'activity',
  request: { params, input: { size: 30 } },
})
