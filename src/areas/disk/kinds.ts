import { type StoredDefinition, snapshotOf } from '../../definitions/snapshot.ts'
import { both, type Condition, either, has, through } from '../../kinds/condition.ts'
import type { Kind, Reader } from '../../kinds/kind.ts'
import { getFile } from './lists.ts'
import { resourceOfApp } from './policy.ts'
import { listGranted } from './store/directories.ts'
import { directoryRows, fileNames, fileRows } from './store/rows.ts'

const directoryKind: Kind = {
  name: 'directory',
  rows: directoryRows,
  visible: async (reader) => inReadable(reader),
}

/**
 * What lies in directories the caller may read, what they wrote where authors may, and the files of
 * items and of tasks they may read.
 */
const fileKind: Kind = {
  name: 'file',
  rows: fileRows,
  feed: {
    code: 'files',
    events: ['disk.file.'],
    open: async (ctx, id) => ({ followers: [(await getFile(ctx, id)).__createdBy] }),
  },
  search: fileNames,
  visible: async (reader) => {
    const byAuthors = (await granted(reader)).filter((each) => each.is_author)
    return either(
      await inReadable(reader),
      both(
        has('author', [reader.ctx.user.id]),
        has(
          'path',
          byAuthors.map(({ id }) => id),
        ),
      ),
      ...(await ofItems(reader)),
      through('task', 'task'),
    )
  },
}

/**
 * Personal files belong to their owner; those of an app follow the rights on the app, and those of
 * a channel are for who is in it. A right on a directory holds for everything in it.
 */
async function inReadable(reader: Reader): Promise<Condition> {
  const all = (await granted(reader)).filter((each) => !each.is_author)
  const apps = await listApps(reader)
  const roots = [reader.ctx.user.id, ...[...apps, ...all].map(({ id }) => id)]
  return either(has('path', roots), through('path', 'channel'))
}

const granted = ({ ctx, remember }: Reader) =>
  remember('granted directories', () => listGranted(ctx.db, [...ctx.user.subjects]))

/** The apps that the caller may read. */
const listApps = ({ ctx, remember }: Reader): Promise<StoredDefinition<'app'>[]> =>
  remember('apps', async () => {
    const all = (await snapshotOf(ctx)).all('app')
    const isOpen = await Promise.all(
      all.map((app) => ctx.access.can(ctx.db, ctx.user, 'read', resourceOfApp(app))),
    )
    return all.filter((_, at) => isOpen[at])
  })

/** The files of items, for apps that the caller may not read as a whole. */
async function ofItems(reader: Reader): Promise<Condition[]> {
  const { ctx } = reader
  const whole = new Set((await listApps(reader)).map(({ id }) => id))
  const snapshot = await snapshotOf(ctx)
  return (await ctx.kinds.listSeen(reader, 'item')).flatMap((path) => {
    const [namespace = '', code = ''] = path.split('/')
    const app = snapshot.findApp(namespace, code)
    if (!app || whole.has(app.id)) return []
    return [both(has('directory', [app.id]), through('item', `item:${path}`))]
  })
}

export const diskKinds: Kind[] = [directoryKind, fileKind]
