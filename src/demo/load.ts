import { join } from 'node:path'
import { newSecret } from '../areas/access/secrets.ts'
import { setFirstPasswords } from '../areas/access/sessions.ts'
import { findNames } from '../areas/people/groups/membership.ts'
import type { SolutionParts } from '../areas/solutions/change-set.ts'
import { applySolution } from '../areas/solutions/service.ts'
import { readFolder } from '../definitions/folder.ts'
import { GLOBAL } from '../definitions/layout.ts'
import { type Snapshot, snapshotOf } from '../definitions/snapshot.ts'
import type { SourceFile } from '../definitions/source.ts'
import { definitionId } from '../lib/codes.ts'
import { SYSTEM } from '../platform/caller.ts'
import { type Context, type Platform, write } from '../platform/context.ts'
import type { Names, Reading } from './cells.ts'
import { readData } from './data.ts'
import { fillFiles } from './files.ts'
import { type AppData, idsByName, itemId, toItems } from './items.ts'
import { fillLife } from './life.ts'
import { Past } from './past.ts'
import * as store from './store.ts'
import { fillWork } from './work.ts'

/** What was loaded, and how to sign in, unless the users had passwords before. */
export type Demo = {
  solutions: number
  items: number
  signIn?: { login: string; password: string }
}

/** In the order of their dependencies. */
const FOLDERS = ['company', 'crm', 'service-desk', 'contracts']
const PEOPLE = 'company'
const LOGIN = 'anna'

export type DemoOptions = {
  /** The parent folder of the solutions. */
  folder: string
  parts: SolutionParts
}

type Change = <T>(work: (ctx: Context) => Promise<T>) => Promise<T>

/**
 * Applies the demo solutions and fills their apps, each in one transaction. The next call resumes an
 * interrupted load; undefined = everything was loaded already.
 */
export async function loadDemo(
  platform: Platform,
  { folder, parts }: DemoOptions,
): Promise<Demo | undefined> {
  const origin = { user: SYSTEM, requestId: 'demo', log: platform.log }
  const change: Change = (work) => write(platform, origin, work)
  if (!(await change(begin))) return undefined
  const solutions = await readSolutions(folder)
  for (const { files } of solutions) {
    await applySolution(change, parts, { files, allowLoss: false })
  }
  const data = await change((ctx) => findApps(ctx, solutions))
  const reading = {
    names: await change((ctx) => collectNames(ctx, data)),
    start: platform.now(),
  }
  for (const each of data) await change((ctx) => fill(ctx, each, reading))
  await change((ctx) => enliven(ctx, solutions, reading))
  await change((ctx) => work(ctx, { platform, solutions, reading }))
  const items = data.reduce((sum, { file }) => sum + file.rows.length, 0)
  return change((ctx) => finish(ctx, { solutions: solutions.length, items }))
}

type DemoSolution = { folder: string; files: SourceFile[] }

const readSolutions = (root: string): Promise<DemoSolution[]> =>
  Promise.all(
    FOLDERS.map(async (folder) => ({ folder, files: await readFolder(join(root, folder)) })),
  )

async function begin(ctx: Context): Promise<boolean> {
  if ((await store.lockState(ctx.db)) === 'loaded') return false
  await store.saveState(ctx.db, 'loading')
  return true
}

async function findApps(ctx: Context, solutions: DemoSolution[]): Promise<AppData[]> {
  const snapshot = await snapshotOf(ctx)
  return solutions.flatMap(({ folder, files }) =>
    readData(files).map((file) => {
      const app = snapshot.findApp(file.namespace, file.code)
      if (!app) throw new Error(`${folder}/${file.path}: there is no app of this name`)
      return { solution: folder, app, file }
    }),
  )
}

async function collectNames(ctx: Context, data: AppData[]): Promise<Names> {
  const items = idsByName(data)
  const units = await findNames(ctx, subjectsIn(await snapshotOf(ctx)))
  return {
    item: (app, name) => items.get(`${app}/${name}`),
    unit: (subject) => units.get(subject),
  }
}

const subjectsIn = (snapshot: Snapshot): string[] => [
  ...loginsIn(snapshot).map((login) => `user:${login}`),
  ...snapshot.live('group').map(({ namespace, code }) => `group:${namespace}/${code}`),
]

const loginsIn = (snapshot: Snapshot): string[] =>
  snapshot
    .live('users')
    .filter(({ solution }) => solution === PEOPLE)
    .flatMap(({ body }) => Object.keys(body.users))

/** Without events: the items are initial data. */
async function fill(ctx: Context, data: AppData, reading: Reading): Promise<void> {
  const { app, file } = data
  if (await store.hasItem(ctx.db, app, itemId(data, 0))) return
  const numbers = await store.takeNumbers(ctx.db, app, file.rows.length)
  await store.insertItems(ctx.db, app, toItems(data, numbers, reading))
}

/** Skipped if there are messages: it was done before, or is not needed. */
async function enliven(ctx: Context, solutions: DemoSolution[], reading: Reading): Promise<void> {
  await store.lockState(ctx.db)
  if (await store.hasMessages(ctx.db)) return
  for (const { files } of solutions) await fillLife(ctx, files, reading)
}

type Working = { platform: Platform; solutions: DemoSolution[]; reading: Reading }

/** Skipped if there are instances: it was done before, or is not needed. */
async function work(ctx: Context, { platform, solutions, reading }: Working): Promise<void> {
  await store.lockState(ctx.db)
  if (await store.hasInstances(ctx.db)) return
  const files = solutions.flatMap((solution) => solution.files)
  const past = new Past(ctx, platform)
  await fillFiles(files, { past, reading })
  await fillWork(ctx, files, { past, platform, reading })
  await past.write()
}

/** If two nodes load at once, the first one here sets the passwords. */
async function finish(ctx: Context, loaded: Demo): Promise<Demo | undefined> {
  if ((await store.lockState(ctx.db)) === 'loaded') return undefined
  const password = newSecret()
  // An existing user with one of these logins has another id and is not changed.
  const ids = loginsIn(await snapshotOf(ctx)).map(userId)
  const opened = await setFirstPasswords(ctx, ids, password)
  await store.saveState(ctx.db, 'loaded')
  await ctx.emit({ type: 'demo.loaded', object: 'system', data: loaded })
  return {
    ...loaded,
    ...(opened.includes(userId(LOGIN)) && { signIn: { login: LOGIN, password } }),
  }
}

const userId = (login: string) => definitionId('user', GLOBAL, login)
