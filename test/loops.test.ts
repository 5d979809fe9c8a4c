import { glob, readFile } from 'node:fs/promises'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

/**
 * Loops that await something other than `loops/`: each round awaits the database, a disk or the network,
 * which never responds within the same turn of the event loop. Loops that wait for time or for a call use
 * `BackgroundLoop`, `InterruptibleSleep` or `pause`.
 */
const AWAITS_IO: Record<string, string> = {
  'src/areas/apps/importing/service.ts': 'pages of wrong rows from the database',
  'src/areas/apps/store/export.ts': 'pages of a cursor in the database',
  'src/areas/disk/audit.ts': 'pages of names from the database',
  'src/areas/disk/bodies.ts': 'batches of garbage in the database',
  'src/areas/disk/checks.ts': 'pages of names from the database',
  'src/areas/disk/files.ts': 'files whose name somebody took meanwhile, inserted again',
  'src/areas/disk/scrub.ts': 'file bodies, each read from the store',
  'src/areas/disk/trash.ts': 'batches of the trash in the database',
  'src/areas/notifications/letters.ts': 'letters of one user, each sent by mail',
  'src/areas/processes/jobs/simulated-time.ts':
    'jobs of the demo, one after the other in the database',
  'src/areas/processes/messages/service.ts': 'batches of settled messages in the database',
  'src/areas/processes/scripts/jobs.ts': 'batches of answers to scripts in the database',
  'src/areas/processes/workers/service.ts': 'batches of answered locks in the database',
  'src/areas/reports/schedules/jobs.ts': 'batches of due schedules in the database',
  'src/areas/storage/service.ts': 'batches of expired entries in the database',
  'src/backup/reader.ts': 'pieces of an archive',
  'src/commands/events.ts': 'archives and batches of events, up to where the log ended',
  'src/migrate/elma365/data/files.ts': 'pages of files from a portal',
  'src/migrate/elma365/data/instances.ts': 'pages of instances from a portal',
  'src/migrate/elma365/data/items.ts': 'pages of items from a portal',
  'src/migrate/elma365/data/portal.ts': 'pages of lists from a portal',
  'src/platform/context.ts': 'a transaction that met another one, tried a few times',
  'src/platform/db/db.ts': 'a query that met a change of definitions, asked again',
  'src/platform/event-log/archive-file.ts': 'batches of events from the database',
  'src/platform/files/s3.ts': 'pages of names from a bucket',
  'src/platform/jobs/batches.ts': 'batches of rows in the database',
  'src/platform/scripts/request-channel.ts':
    'answers of the main thread, in the thread of a script',
  'src/platform/scripts/session.ts': 'the same answers',
  'src/platform/telemetry/telemetry.ts':
    'batches of what is left at the stop, each sent to the collector',
  'src/sheets/xlsx/scan.ts': 'pieces of a workbook, in a thread of its own',
  'src/sheets/xlsx/xlsx.ts': 'answers of that thread',
  'web/pages/admin/solutions/folder.ts': 'entries of a folder that was dropped on the page',
  'web/pages/build/draft/sending.ts': 'edits of a draft, each sent to the server',
  'web/pages/files/uploads/uploading.ts': 'parts of a file, each sent to the server',
}

/** Timers that fire once: timeouts and debouncing. */
const FIRES_ONCE: Record<string, string> = {
  'src/http/downloads.ts': 'a reader that takes nothing is cut off',
  'src/areas/webhooks/post.ts': 'a receiver that does not answer',
  'src/commands/start.ts': 'a stop that takes too long',
  'src/http/arrival.ts': 'a request that does not arrive',
  'src/http/place.ts': 'a request that takes long gives its place back',
  'src/http/request-log.ts': 'lines of the log, written together',
  'src/http/uploads.ts': 'an upload that stalls',
  'src/backup/writer.ts': 'the first reason of a failure, which comes a moment later',
  'src/platform/db/query-watchdog.ts': 'a statement that takes too long',
  'src/platform/db/batching-socket.ts': 'packets, sent together',
  'src/texts/texts.ts': 'a process that does not answer',
  'src/workers/turns.ts': 'somebody whose turn does not come',
  'src/workers/reply.ts': 'a thread that does not answer',
  'web/components/form-draft.ts': 'what somebody types, kept once it is a moment old',
  'web/download.ts': 'the address of a download that has begun',
  'web/fields/names.ts': 'names, asked for together',
  'web/frame/live-state.ts': 'a stream that is away for longer than a moment',
  'web/frame/live.ts': 'events, acted on together',
  'web/pages/apps/filter/filter-panel.tsx': 'somebody who still types',
  'web/pages/apps/item/item-actions.tsx': 'a menu that is still closing',
  'web/pages/apps/table/row.tsx': 'the second click of two',
  'web/pages/apps/table/rows.ts': 'somebody who still scrolls',
  'web/pages/apps/table/toolbar.tsx': 'somebody who still types',
  'web/pages/apps/timeline/use-shifts.ts': 'a key that is still pressed',
  'web/pages/build/draft/kept-edits.ts': 'a page that is closed, and does not answer',
  'web/pages/build/draft/use-draft.ts': 'edits, saved together',
  'web/pages/build/processes/controls/pending-text.ts': 'somebody who still types',
  'web/pages/build/processes/modeler/use-modeler.ts': 'somebody who still draws',
  'web/pages/tasks/pending.ts': 'an exit that can still be undone',
  'web/pages/tasks/quick.ts': 'tasks, asked for together',
}

type Node = { type: string; start: number } & Record<string, unknown>

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

function* inside(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) if (isNode(each)) yield* inside(each)
  }
}

const FUNCTIONS = ['ArrowFunctionExpression', 'FunctionExpression', 'FunctionDeclaration']

/** The nodes that run in a round, without nested functions. */
function* ownNodes(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (isNode(each) && !FUNCTIONS.includes(each.type)) yield* ownNodes(each)
    }
  }
}

const isEndless = ({ type, test, update }: Node): boolean =>
  type === 'WhileStatement' ||
  type === 'DoWhileStatement' ||
  (type === 'ForStatement' && (test === null || update === null))

const nameOf = (call: Node): string => {
  const callee = call.callee as Node
  return String(((callee.property ?? callee) as Node).name)
}

const waits = (loop: Node) =>
  [...ownNodes(loop)].some(
    (node) => node.type === 'CallExpression' && ['pause', 'wait'].includes(nameOf(node)),
  )
const awaits = (loop: Node) => [...ownNodes(loop)].some(({ type }) => type === 'AwaitExpression')

const TIMERS = ['setInterval', 'setTimeout', 'setImmediate']

async function lookAt(path: string) {
  const text = await readFile(path, 'utf8')
  const { program } = parseSync(path, text)
  const nodes = [...inside(program as unknown as Node)]
  const lineOf = ({ start }: Node) => `${path}:${text.slice(0, start).split('\n').length}`
  return {
    loops: nodes.filter((node) => isEndless(node) && awaits(node) && !waits(node)).map(lineOf),
    timers: nodes
      .filter((node) => node.type === 'CallExpression' && TIMERS.includes(nameOf(node)))
      .map(lineOf),
    promises: text.includes("'node:timers/promises'") ? [path] : [],
  }
}

const files = (await Array.fromAsync(glob('{src,web,scripts,bin}/**/*.{ts,tsx}'))).filter(
  (path) => !path.endsWith('.test.ts') && !path.startsWith('web/dist') && !path.includes('/loops/'),
)
const found = await Promise.all(files.map(lookAt))
const all = (what: 'loops' | 'timers' | 'promises') => found.flatMap((each) => each[what])
const fileOf = (place: string) => place.replace(/:\d+$/, '')
const unlisted = (places: string[], list: Record<string, string>) =>
  places.filter((place) => !(fileOf(place) in list))
const unused = (places: string[], list: Record<string, string>) =>
  Object.keys(list).filter((path) => !places.map(fileOf).includes(path))

test('an endless loop waits with src/platform/loops, or awaits something outside', () => {
  expect(unlisted(all('loops'), AWAITS_IO)).toEqual([])
  expect(unused(all('loops'), AWAITS_IO)).toEqual([])
})

test('there are no repeating timers', () => {
  expect(unlisted(all('timers'), FIRES_ONCE)).toEqual([])
  expect(unused(all('timers'), FIRES_ONCE)).toEqual([])
  expect(all('promises')).toEqual([])
})

test('the loops of the server are found', () => {
  expect(files.length).toBeGreaterThan(500)
  expect(all('loops').length).toBeGreaterThan(5)
})
