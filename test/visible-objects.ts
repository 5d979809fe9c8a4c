import { randomUUID } from 'node:crypto'
import { newId } from '../src/lib/ids.ts'
import { startRegistry } from './registration.ts'
import { feedNow } from './search.ts'
import { solution } from './solution.ts'
import { startTasks } from './task-stand.ts'

const POD = solution('pod', {
  'workspaces/pod/reports/narwhals.yaml': `name: Narwhals
columns:
  count: { name: Count, type: INTEGER }
sql: select 1 as count
`,
})

/** One object of every kind, all with "narwhal" in their names, and people who may read some. */
export async function startVisibleObjects() {
  const stand = await startTasks()
  const { admin, as, make, place, run } = stand
  const { maria: superior, ann: performer, eve: substitute, cat: author } = stand.users

  const people = {
    administrator: admin,
    author,
    performer,
    substitute,
    superior,
    helper: await make.user({ login: 'helper' }),
    member: await make.user({ login: 'member' }),
    granted: await make.user({ login: 'granted' }),
    reader: await make.user({ login: 'reader' }),
    insider: await make.user({ login: 'insider' }),
    stranger: await make.user({ login: 'stranger' }),
  }
  type Person = keyof typeof people
  const grant = (kind: string, object: string, right: string, to: Person | 'role:author') =>
    as(admin).access.grant({
      input: {
        ...{ kind, object, right },
        ...(to === 'role:author'
          ? { subjectKind: 'role', subject: 'author' }
          : { subjectKind: 'user', subject: people[to].id }),
      },
    })
  await as(performer).substitutions.create({ input: { substitute: substitute.id, endsAt: null } })

  const upload = async (by: { token: string }, directory: string) => {
    const { file } = await as(by).disk.uploadToDirectory({
      params: { id: directory },
      headers: { 'content-disposition': 'attachment; filename="narwhal.txt"' },
      file: 'content',
    })
    return file?.__id ?? ''
  }
  const createDirectory = async (by: { token: string }, parent: string) => {
    const input = { __name: `Narwhals ${newId()}`, directory: parent }
    return (await as(by).disk.createDirectory({ input })).directory.__id
  }

  async function makeObjects() {
    await grant('app', 'sales/orders', 'create', 'author')
    await grant('app', 'sales/orders', 'read', 'role:author')
    await grant('process', 'sales.orders/approval', 'read', 'reader')
    await grant('workspace', 'sales', 'read', 'insider')
    await as(admin).solutions.apply({ input: { files: POD } })
    await grant('report', 'pod/narwhals', 'read', 'granted')
    await grant('workspace', 'pod', 'read', 'insider')
    const hash = randomUUID()
    await as(author).disk.uploadTemporary({ input: { hash }, file: 'paper' })
    const { item } = await as(author).apps.createItem({
      params: place,
      input: { context: { __name: 'Narwhal', papers: [{ hash, name: 'narwhal paper.txt' }] } },
    })
    const order = String(item.__id)
    await grant('item', `sales/orders/${order}`, 'read', 'granted')
    const { id: instance, task } = await run(
      'approval',
      {
        order: [order],
        who: [performer.id],
        helper: [people.helper.id],
        note: 'narwhal',
      },
      author,
    )
    const { channel } = await as(admin).messages.createChannel({
      input: { name: 'Narwhal board', isPrivate: true, members: [people.member.id] },
    })
    const shared = await createDirectory(admin, admin.id)
    await grant('directory', `${admin.id}/${shared}`, 'read', 'granted')
    const own = await createDirectory(author, author.id)
    const inChannel = await createDirectory(people.member, channel.id)
    const registry = await startRegistry(as(admin), 'papers')
    const folder = await registry.folder({ template: '{$__index}' })
    const document = await registry.item()
    await grant('item', `papers/agreements/${document}`, 'read', 'granted')
    const { group } = await as(admin).scheme.createGroup({
      params: { namespace: 'global' },
      input: { __name: 'Narwhals' },
    })
    const plainFile = await upload(author, own)
    const plain = await as(author).tasks.create({
      input: {
        name: 'Feed the narwhal',
        performer: performer.id,
        watchers: [people.helper.id],
        item: { ...place, id: order },
        files: [plainFile],
      },
    })
    const { message } = await as(people.member).messages.sendChannelMessage({
      params: { channel: channel.id },
      input: { body: 'The narwhal sings' },
    })
    const ofTask = { namespace: 'system', code: 'tasks', target: task }
    const said = await as(performer).messages.sendMessage({
      params: ofTask,
      input: { body: 'It sings' },
    })
    const { comment } = await as(performer).messages.sendComment({
      params: { ...ofTask, id: said.message.id },
      input: { body: 'Indeed, narwhals do' },
    })
    return {
      message: message.id,
      comment: comment.id,
      order,
      task,
      plain: plain.id,
      plainFile,
      instance,
      channel: channel.id,
      paper: (item.papers as string[])[0] ?? '',
      shared,
      sharedFile: await upload(admin, shared),
      own,
      ownFile: await upload(author, own),
      inChannel,
      channelFile: await upload(people.member, inChannel),
      document,
      group: group.__id,
      registration: (await registry.register(document, folder.id)).id,
    }
  }
  const made = await makeObjects()
  await feedNow(stand.app.platform)
  return { ...stand, people, upload, createDirectory, made }
}

export type Objects = Awaited<ReturnType<typeof startVisibleObjects>>
export type Person = keyof Objects['people']
