/** A program in the words of another product. */
export const PROGRAM = `async function everything() {
  const { variants } = Application.fields.kind
  const item = Application.create()
  Object.assign(item.data, { __name: 'One', note: 'world', kind: variants.big })
  item.data.due = new TDate(2026, 3, 31).addDate(0, 0, 1)
  item.data.price = new Money(10.5, 'EUR').multiply(2)
  item.data.boss = await System.users.getCurrentUser()
  const lines = Application.fields.lines.create()
  Object.assign(lines.insert(), { what: 'a', price: new Money(1, 'EUR') })
  item.data.lines = lines
  await item.save()
  const child = Namespace.app.cases.create()
  Object.assign(child.data, { __name: 'Two', note: 'world', parent: item })
  child.save() // Nobody waits for it.
  await item.setStatus(Application.fields.__status.variants.done)
  const [found, ...others] = await Global.ns.desk.app.cases.search()
    .where((f, g) => g.and(f.note.like('WOR'), g.or(f.kind.eq(variants.big), f.price.gt(100))))
    .where((f) => f.__deletedAt.eq(null))
    .where((f) => f.__status.eq(Application.fields.__status.variants.done))
    .sort('__createdAt', false).size(5).all()
  const children = item.fields.parent.app.search().where((f) => f.parent.link([found]))
  const second = await children.first()
  const parent = await second.data.parent.fetch()
  parent.data.lines[0].what = 'b'
  parent.data.lines = parent.data.lines
  await parent.save()
  await parent.save()
  const fresh = await new RefItem('desk', 'cases', parent.id).fetch()
  await second.delete()
  const due = await System.productionSchedule.calcDate(new Datetime('2026-03-02T09:00:00Z'), 1)
  const started = await Application.processes.inner.run({ text: 'x', about: fresh })
  Context.data.text = [
    others.length, await children.count(), found.data.kind.code, found.data.due.format('DD.MM.YYYY'),
    found.data.price.asFloat(), found.data.__status.code, fresh.data.lines[0].what,
    fresh.data.lines[0].price.currency, (await fresh.data.boss.fetch()).data.login, typeof started,
    due.after(new Datetime('2026-03-02T09:00:00Z')), Context.data.when.addDate(0, 0, 1).format('YYYY-MM-DD'),
  ].join(' ')
  Context.data.about = fresh
  Context.data.when = Context.data.when.add(new Duration(1, 'days'))
  return fresh.data.price.cents === 2100
}
async function missing() { await Application.getSettings() }
async function typo() { Context.data.txet = 1 }
async function fails() { Application.search().where((f) => f.nothing.eq(1)).all().catch(() => {}); await Application.search().where((f) => f.nothing.eq(1)).first() }
async function more() {
  const item = Application.create()
  Object.assign(item.data, { __name: 'Three', note: 'more' })
  await item.save()
  const bytes = new Uint8Array([104, 105, 255])
  item.data.papers = await item.fields.papers.create('hi.bin', bytes.buffer)
  await item.save()
  await item.sendMessage('Hello', 'there')
  const { number } = await item.docflow().register('office/in/cases')
  const [registered] = await item.docflow().getRegistrations()
  await System.cache.setItem('a', 1)
  const ended = await Application.processes.inner._searchInstances().where((f) => f.__state.eq('done')).count()
  const file = await (await item.fetch()).data.papers.fetch()
  Context.data.text = [
    number, registered.status, (await item.docflow().getApprovalLists()).length, await System.cache.getItem('a'),
    ended >= 0, file.data.name, file.data.size, Imports.desk.code, Namespace.params.data.greeting, System.getBaseUrl(),
  ].join(' ')
  Context.data.about = item
}
`
