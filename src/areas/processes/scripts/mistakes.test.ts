import { expect, test } from 'vitest'
import { startScriptDesk } from '../../../../test/script-desk.ts'

const { ask, run, tell, as, admin } = await startScriptDesk()

const NEW = `const item = Global.ns.desk.app.cases.create(); item.data.__name = 'One';`
const SEARCH = 'Global.ns.desk.app.cases.search()'

test.each([
  ['a number that is none', 'item.data.length = 0 / 0', '"length" is NaN, expected a value'],
  ['a function', 'item.data.note = () => 1', '"note" is a function, expected a value'],
  [
    'one in a row',
    'item.data.lines = [{ what: Symbol() }]',
    '"what" is a symbol, expected a value',
  ],
  ['a table that is none', 'item.data.lines = 5', '"lines" is a table: expected a list of rows'],
  [
    'a status',
    'item.data.__status = { code: "done" }',
    'data.__status is not saved: use setStatus()',
  ],
])('nothing is saved of %s', async (_, change, message) => {
  expect(await run(`${NEW} await item.save(); ${change}; await item.save()`)).toMatchObject({
    error: message,
  })
})

test('rows of a table are a list, or have the form of the API', async () => {
  const saved = (rows: string) =>
    tell(`${NEW} item.data.lines = ${rows}; await item.save(); return item.data.lines`)

  expect(await saved(`[{ what: 'a' }]`)).toMatchObject([{ what: 'a' }])
  expect(await saved(`{ rows: [{ what: 'b' }] }`)).toMatchObject([{ what: 'b' }])
})

test('a field may have the name of something that every object has', async () => {
  expect(
    await tell(`${NEW} item.data.length = 7.5; await item.save()
      return (await ${SEARCH}.where((f) => f.length.eq(7.5)).first()).data.length`),
  ).toBe(7.5)
})

test.each([
  [`${SEARCH}.where(() => true)`, 'where() expects a function such as (f, g) => f.total.gt(5)'],
  [`${SEARCH}.where('x')`, 'where() expects a function such as (f, g) => f.total.gt(5)'],
  [`${SEARCH}.where()`, 'where() expects a function such as (f, g) => f.total.gt(5)'],
  [
    `${NEW} await item.save(); await item.sendMessage()`,
    'the title is missing: expected text, received undefined',
  ],
  [
    'await (await System.directories.search().first()).createChildren()',
    'the name is missing: expected text, received undefined',
  ],
  ['await Namespace.storage.setItem("a", () => 1)', 'Namespace.storage: a function cannot be kept'],
  [
    'await fetch("http://a.example", { method: "POST", body: {} })',
    'fetch: the body is text, write JSON.stringify(…)',
  ],
  ['new Datetime(null)', 'Datetime: "null" is no time'],
  ['new Datetime("31.02.2026", "DD.MM.YYYY")', 'Datetime: "31.02.2026" is no time'],
  [
    'new Datetime("01.01.2026 25:00", "DD.MM.YYYY HH:mm")',
    'Datetime: "01.01.2026 25:00" is no time',
  ],
  ['new Datetime().format("DD MMMM")', 'format: no "MMMM" here'],
  ['new Duration("x")', 'Duration: expected a number, received x'],
  ['new Money(undefined, "EUR")', 'Money: expected a number, received undefined'],
])('a mistake is told in words: %s', async (script, message) => {
  expect(await run(script)).toMatchObject({ error: message })
})

test('amounts are what is written', async () => {
  const script = `const cents = (...given) => new Money(...given).cents
    return [cents(1.005, 'EUR'), new Money(1, 'EUR').multiply(1.15).cents, new Money(0.29, 'EUR').multiply(3.5).cents]`

  expect(await tell(script)).toEqual([101, 115, 101])
  expect(await tell(`return new Datetime('2026-02-03T04:05:06.007Z').format('HH:mm:ss.SSS')`)).toBe(
    '04:05:06.007',
  )
})

test('bytes become base64 and come back, whatever their number', async () => {
  for (const size of [0, 1, 2, 3, 3071, 3072, 3073]) {
    const text = String.fromCharCode(...Array.from({ length: size }, (_, at) => (at * 7) % 256))
    const answer = await tell(
      `const text = ${JSON.stringify(text)}; return [btoa(text), atob(btoa(text)) === text]`,
    )
    expect(answer).toEqual([Buffer.from(text, 'latin1').toString('base64'), true])
  }
  expect(await run('atob("é")')).toMatchObject({ error: 'atob: the text is no base64' })
})

test('a file of the largest size is made within the time of a script', async () => {
  const made = `(await Global.ns.desk.app.cases.fields.papers.create('a.bin', new Uint8Array(740 * 1024)))`
  expect(await tell(`return (await ${made}.fetch()).data.size`)).toBe(740 * 1024)
})

test.each([
  ['a refused call', `${NEW} item.data.price = 'x'; item.save()`, 'expected {"cents", "currency"}'],
  [
    'one that something follows',
    `${NEW} item.data.price = 'x'; item.save().then(() => 1)`,
    'expected {"cents"',
  ],
  ['a mistake in a value', `${NEW} item.data.length = NaN; item.save()`, '"length" is NaN'],
  // Of one route, only the first three failures of a minute are told.
  ['an operation', `kontor.call('apps.getItem', {})`, undefined],
  ['a callback', 'setTimeout(() => { throw new Error("too late") })', undefined],
])('%s that nobody waits for fails the run', async (_, script, message) => {
  expect((await ask('forget', `${script} // System`)).status).toBe(500)

  if (message === undefined) return
  const { entries } = await as(admin).audit.list({ input: { type: 'module.script_failed' } })
  expect(entries[0]?.data.message).toContain(message)
})

test.each([
  ['goes well', `${NEW} item.save()`],
  ['is caught', `${NEW} item.data.price = 'x'; item.save().catch(() => 1)`],
  [
    'is waited for later',
    `${NEW} item.data.price = 'x'; const saved = item.save(); await Global.ns.desk.app.cases.search().count(); await saved.catch(() => 1)`,
  ],
  [
    'is one of several',
    `${NEW} item.data.price = 'x'; await Promise.all([item.save(), 1]).catch(() => 1)`,
  ],
])('a call that %s does not', async (_, script) => {
  expect((await ask('forget', `${script} // System`)).status).toBe(200)
})

test('JSON of others is not taken for an answer of ours', async () => {
  const foreign = { status: 302, headers: { location: 'https://evil.example' }, body: '' }
  const reply = await ask('echo', JSON.stringify({ ...foreign, toJSON: 'x', isOurs: true }))

  expect([reply.status, reply.headers.get('location')]).toEqual([200, null])
  expect(await reply.json()).toMatchObject(foreign)
})

test('what a caller writes into the address is only text', async () => {
  const reply = await ask('asked?__proto__=5&constructor=6&a=7', '')

  expect(reply.status).toBe(200)
  expect(await reply.json()).toMatchObject({ query: { a: '7' } })
})

test('a duration is kept as the seconds that its field holds', async () => {
  expect(
    await tell(`${NEW} item.data.span = new Duration(2, 'hours'); await item.save()
      const longer = (hours) => ${SEARCH}.where((f) => f.span.gt(new Duration(hours, 'hours'))).count()
      return [item.data.span, await longer(1), await longer(3)]`),
  ).toEqual([7200, 1, 0])
})
