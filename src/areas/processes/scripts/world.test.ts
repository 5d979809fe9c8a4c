import { expect, test } from 'vitest'
import { startScriptDesk } from '../../../../test/script-desk.ts'

const { as, admin, robot, boss, run, tell } = await startScriptDesk()

const APP = 'Global.ns.desk.app.cases'

test('the org chart is a tree, with its heads and who belongs to it', async () => {
  const body = `const tree = await System.organisationStructure.fetchTree()
    const root = tree.getRoot()
    const clerk = tree.find('Clerk')
    const user = await System.users.getCurrentUser()
    return {
      root: [root.data.type, root.data.name, root.getChildren().map((node) => node.data.name).sort()],
      clerk: [clerk.data.type, clerk.getParent().data.name, clerk.users()],
      head: [root.find('Head').data.isHead, tree.find('nobody') ?? null],
      mine: (await user.positions()).map((node) => node.data.name),
      chiefs: await user.getChiefs(),
    }`

  expect(await tell(body)).toEqual({
    root: ['DEPARTMENT', 'Company', ['Desk', 'Head']],
    clerk: ['POSITION', 'Desk', [robot.id]],
    head: [true, null],
    mine: ['Clerk'],
    chiefs: [boss.id],
  })
})

test('a group has members, positions and groups', async () => {
  const body = `const group = await System.userGroups.search().where((f) => f.code.eq('staff')).first()
    return [(await group.users(0, 10)).map(({ data }) => data.login), (await group.positions()).map(({ data }) => data.__name),
      (await group.subGroups()).length, (await group.parentGroups()).length]`

  expect(await tell(body)).toEqual([['robot'], ['Desk'], 0, 0])
})

test('a script keeps values in the storage of its own place, and in no other', async () => {
  const own = `await Namespace.storage.setItem('seen', { a: 1 })
    const before = await Namespace.storage.getItem('seen')
    await Namespace.storage.removeItem('seen')
    return [before, (await Namespace.storage.getItem('seen')) ?? null]`
  expect(await tell(own)).toEqual([{ a: 1 }, null])
  const { entries } = await as(admin).audit.list({ input: { type: 'storage.entry.saved' } })
  expect(entries[0]).toMatchObject({ actor: robot.id })

  for (const other of ['Global.ns.desk', APP]) {
    for (const call of [`getItem('a')`, `setItem('a', 1)`, `removeItem('a')`]) {
      expect(await run(`await ${other}.storage.${call}`)).toMatchObject({ code: 'forbidden' })
    }
  }
  const system = `await kontor.call('storage.getSystem', { params: { key: 'a' } })`
  expect(await run(system)).toMatchObject({ code: 'forbidden' })
})

test('folders are searched, made and filled, files are moved and found', async () => {
  const body = `const home = await ${APP}.fields.papers.create('a.txt', new Uint8Array([104, 105]))
    const { data: { directory } } = await home.fetch()
    const app = await System.directories.search().where((f) => f.__id.eq(directory)).first()
    const folder = await app.createChildren('Letters')
    const made = await folder.createFile('b.txt', new Uint8Array([1]))
    await folder.moveFiles(home)
    const names = (list) => list.map(({ data }) => data.__name).sort()
    const found = await System.files.search().where((f) => f.directory.eq(folder)).all()
    const inside = await folder.createChildren('Old')
    const seen = [names(await folder.getFiles()), names(await folder.getDirs()), names(found), names(await app.getDirs()),
      (await folder.getChildren()).length, (await inside.getParents()).length, (await made.getVersions()).length]
    await folder.delete()
    return [...seen, names(await app.getDirs())]`

  expect(await tell(body)).toEqual([
    ...[['a.txt', 'b.txt'], ['Old'], ['a.txt', 'b.txt'], ['Letters']],
    ...[3, expect.any(Number), 1, []],
  ])
  const other = `await System.files.search().where((f) => f.size.gt(1)).all()`
  expect((await run(other)).error).toContain('System.files.search() takes')
})

test('a file is found by its whole name, or by a part of it, and each field is asked for once', async () => {
  const body = `for (const name of ['act.txt', 'contract.txt', 'Act.txt']) {
      await ${APP}.fields.papers.create(name, new Uint8Array([104]))
    }
    const files = System.files.search().sort('__name')
    const whole = files.where((f) => f.__name.eq('act.txt'))
    const names = (list) => list.map(({ data }) => data.__name).sort()
    return [names(await whole.all()), (await whole.first()).data.__name, await whole.count(), names(await whole.from(1).all()),
      names(await files.where((f) => f.__name.like('act.')).all())]`

  expect(await tell(body)).toEqual([
    ...[['act.txt'], 'act.txt', 1, []],
    ['Act.txt', 'act.txt', 'contract.txt'],
  ])
  const twice = `.where((f) => f.__name.eq('a')).where((f) => f.__name.like('b')).all()`
  const { error } = await run(`await System.files.search()${twice}`)
  expect(error).toContain('System.files.search() takes __name once')
  const pattern = `await System.files.search().where((f) => f.__name.like('a%b')).all()`
  expect((await run(pattern)).error).toContain('without %')
})

test('conditions on one field are combined in every other search', async () => {
  for (const list of ['users', 'userGroups', 'directories']) {
    const search = `System.${list}.search()`
    const body = `const [first] = await ${search}.sort('__id').all()
      const both = ${search}.where((f) => f.__id.eq(first.id)).where((f) => f.__id.neq(first.id))
      return [await ${search}.where((f) => f.__id.eq(first.id)).count(), await both.count()]`
    expect([list, await tell(body)]).toEqual([list, [1, 0]])
  }
})

test('a field fetches everything that it refers to, in its order', async () => {
  const body = `const made = []
    for (const name of ['One', 'Two', 'Three']) {
      const item = ${APP}.create()
      item.data.__name = name
      await item.save()
      made.push(item)
    }
    const all = ${APP}.create()
    Object.assign(all.data, { __name: 'All', others: [made[2], made[0], made[1]], people: [await System.users.getCurrentUser()] })
    await all.save()
    const [others, people] = [await all.fields.others.fetchAll(), await all.fields.people.fetchAll()]
    return [others.map(({ data }) => data.__name), people.map(({ data }) => data.login)]`

  expect(await tell(body)).toEqual([['Three', 'One', 'Two'], ['robot']])
  expect((await run(`await ${APP}.fields.others.fetchAll()`)).error).toContain('fetchAll()')
})

test('tasks of a process are found, and done as far as the user of the script may', async () => {
  const body = `const id = await Global.ns.desk.processes.ask.run({ text: 'Why?' })
    const find = () => Global.ns.desk.processes.ask._searchTasks().where((f) => f.state.neq('closed')).size(100).all()
    let task
    for (let n = 0; n < 100 && !task; n++) {
      await new Promise((resolve) => setTimeout(resolve, 50))
      task = (await find()).find(({ data }) => data.instance.__id === id)
    }
    const instance = await task.getProcessInstance()
    await instance.updateContext({ text: 'Changed' }, 'a reason')
    await task.changeDueDate(new Datetime('2026-03-02T09:00:00Z'))
    const [exit] = await task.getExits()
    await task.submitTask(exit, { text: 'Because' })
    return [instance.id === id, await task.getPerformers(), exit.name, id]`

  const [isSame, performers, exit, id] = (await tell(body)) as [boolean, string[], string, string]
  expect([isSame, performers, exit]).toEqual([true, [robot.id], 'Done'])
  const { data } = await as(admin).bpm.get({ params: { id } })
  expect(data).toMatchObject({ text: 'Because', __state: 'done' })
})

test('a module knows the addresses of its routes', async () => {
  expect(await tell('return Namespace.api.run.getUrl()')).toBe(
    'https://kontor.example/modules/desk/run',
  )
})
