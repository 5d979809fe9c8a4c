import { inflateSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../../test/app.ts'
import { startSmtp } from '../../../../test/smtp.ts'
import { solution } from '../../../../test/solution.ts'
import { newId } from '../../../lib/ids.ts'
import { nextTime } from './timing.ts'

const smtp = await startSmtp({
  refuse: { 'nobody@larkmoor.example': 550, 'later@larkmoor.example': 450 },
})
afterAll(() => smtp.stop())
const LIMIT = 12
let now = new Date('2026-03-02T05:00:00Z')
const { app, as, admin, make } = await startApp({
  environment: {
    KONTOR_WORKERS: '1',
    KONTOR_SMTP_URL: `smtp://127.0.0.1:${smtp.port}`,
    KONTOR_MAIL_FROM: 'Kontor <kontor@larkmoor.example>',
    KONTOR_REPORT_MAILS: String(LIMIT),
    KONTOR_PUBLIC_URL: 'https://kontor.larkmoor.example',
  },
  now: () => now,
})
await app.startJobs()

const person = async (email = `${newId()}@larkmoor.example`) => {
  const user = await make.user({ email })
  return { ...user, email, mails: () => smtp.letters.filter(({ to }) => to.includes(email)) }
}
const [owner, author, stranger, refused] = [
  await person(),
  await person(),
  await person(),
  await person('nobody@larkmoor.example'),
]
const { group } = await as(admin).scheme.createGroup({
  params: { namespace: 'global' },
  input: { __name: 'Readers' },
})
const members = [author.id, stranger.id, refused.id]
await as(admin).scheme.addGroupItems({ params: { id: group.__id }, input: members })
const rights = [owner, author, refused].map(({ login }) => `"user:${login}": [read]`).join(', ')
await as(admin).solutions.apply({
  input: {
    files: solution('shop', {
      'workspaces/shop/apps/orders.yaml': `name: Orders
fields:
  title: { name: Title, type: STRING }
  kind: { name: Kind, type: CATEGORY, options: { a: Альфа, b: Beta } }
  price: { name: Price, type: MONEY, currency: EUR }
  who: { name: Who, type: SYS_USER }
  at: { name: At, type: DATETIME }
rights: { "user:${owner.login}": [read], "user:${author.login}": [create], "role:author": [read] }
`,
      'workspaces/shop/reports/all.yaml': `name: Заказы
columns:
  title: { name: Title, type: STRING }
  kind: { name: Вид, type: CATEGORY, options: { a: Альфа, b: Beta } }
  price: { name: Price, type: MONEY, currency: EUR }
  who: { name: Who, type: SYS_USER }
  at: { name: At, type: DATETIME }
parameters:
  kind: { name: Kind, type: CATEGORY, options: { a: Альфа, b: Beta } }
query: { app: shop/orders, filter: { tf: { kind: { parameter: kind } } } }
chart: { kind: bar, along: title, values: [price] }
rights: { ${rights} }
`,
      'workspaces/shop/reports/broken.yaml': `name: Broken
columns: { a: { name: A, type: STRING } }
sql: select 'secret'::int::text as a
rights: { ${rights} }
`,
    }),
  },
})
const add = (by: { token: string }, title: string, kind = 'a') =>
  as(by).apps.createItem({
    params: { namespace: 'shop', code: 'orders' },
    input: {
      context: {
        title,
        kind: [{ code: kind }],
        price: { cents: 1250, currency: 'EUR' },
        who: [owner.id],
        at: '2026-03-01T22:30:00Z',
      },
    },
  })
await add(admin, '=secret')
await add(admin, 'Other kind', 'b')
await add(author, 'Mine')
await as(admin).users.updatePerson({
  params: { id: owner.id },
  input: { timezone: 'Europe/Berlin' },
})

const settings = {
  name: 'Every morning',
  format: 'csv' as const,
  timing: { every: 'day' as const, at: '07:30' },
}
const daily = { namespace: 'shop', code: 'all', ...settings }
const schedule = async (more: object = {}) =>
  (await as(owner).reports.createSchedule({ input: { ...daily, ...more } })).schedule
const listed = async (id: string) =>
  (await as(owner).reports.listSchedules({ input: {} })).schedules.find((each) => each.id === id)
const done = (id: string) => expect.poll(async () => (await listed(id))?.last?.waiting).toBe(0)
const run = () => make.asSystem((ctx) => ctx.addJob('reports.schedules', {}))
const fileIn = (source: string): Buffer => {
  const [, , encoded = ''] =
    /Content-Disposition: attachment((?!\r\n\r\n).)*\r\n\r\n([^-]+)/s.exec(source) ?? []
  return Buffer.from(encoded, 'base64')
}

test('each receiver gets what they may see, once for each time', async () => {
  const made = await schedule({
    receivers: [owner.id, group.__id],
    parameters: { kind: [{ code: 'a' }] },
    sortExpressions: [{ column: 'title', ascend: true }],
  })
  expect(made).toMatchObject({ nextAt: '2026-03-02T06:30:00.000Z', timeZone: 'Europe/Berlin' })
  expect(made.receivers.map(({ kind }) => kind)).toEqual(['user', 'group'])

  // Nobody was there for three days.
  now = new Date('2026-03-05T08:00:00Z')
  await run()
  await run()
  await done(made.id)

  expect(owner.mails()).toHaveLength(1)
  expect(fileIn(owner.mails()[0]?.source ?? '').toString()).toBe(
    `\ufeffTitle,Вид,"Price, EUR",Who,At\r\n'=secret,Альфа,12.5,${owner.name},2026-03-01 23:30:00\r\nMine,Альфа,12.5,${owner.name},2026-03-01 23:30:00\r\n`,
  )
  expect(owner.mails()[0]?.source).toContain('The chart is on the page.')
  expect(author.mails()).toHaveLength(1)
  const own = fileIn(author.mails()[0]?.source ?? '').toString()
  expect(own).toContain('Mine')
  expect(own).not.toContain('secret')
  expect(stranger.mails()).toEqual([])
  expect(await listed(made.id)).toMatchObject({
    nextAt: '2026-03-06T06:30:00.000Z',
    last: { dueAt: '2026-03-02T06:30:00.000Z', sent: 2, skipped: 1, failed: 1, waiting: 0 },
  })
  const { mails } = await as(owner).reports.listMails({ params: { id: made.id } })
  expect(Object.fromEntries(mails.map(({ user, outcome }) => [user.id, outcome]))).toEqual({
    [owner.id]: 'sent',
    [author.id]: 'sent',
    [stranger.id]: 'skipped',
    [refused.id]: 'failed',
  })
  const { entries } = await as(admin).audit.list({
    input: { object: `report_schedule:${made.id}` },
  })
  expect(entries.map(({ type }) => type).toSorted()).toEqual([
    'report.mail_failed',
    'report.mail_skipped',
    'report.mailed',
    'report.mailed',
    'report.schedule_created',
  ])
  await as(owner).reports.deleteSchedule({ params: { id: made.id } })
})

test('now, as a workbook and as a PDF with Cyrillic letters', async () => {
  for (const format of ['xlsx', 'pdf'] as const) {
    const made = await schedule({ format })
    const before = owner.mails().length
    await as(owner).reports.sendSchedule({ params: { id: made.id } })
    await done(made.id)
    const file = fileIn(owner.mails()[before]?.source ?? '')
    expect(file.subarray(0, 4).toString('latin1')).toBe(format === 'pdf' ? '%PDF' : 'PK\x03\x04')
    if (format === 'pdf') expect(lettersIn(file)).toEqual(expect.arrayContaining([...'Заказы']))
    const isLeftOut = owner.mails()[before]?.source.includes('The chart is on the page.')
    expect(isLeftOut).toBe(format !== 'pdf')
    await as(owner).reports.deleteSchedule({ params: { id: made.id } })
  }
})

/** The letters of its fonts: what glyphs stand for is told by tables in the file. */
function lettersIn(pdf: Buffer): string[] {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n/g)].map(({ index, 0: word }) => {
    const rest = pdf.subarray(index + word.length)
    try {
      return inflateSync(rest, { finishFlush: 2 }).toString('latin1')
    } catch {
      return ''
    }
  })
  const tables = streams.filter((text) => text.includes('begincmap')).join('')
  return [...tables.matchAll(/<([0-9a-f]{4})>/gi)].map(([, code = '']) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

test('a schedule without an owner, or of a report they lost, is paused and says why', async () => {
  const left = await person()
  const grant = { kind: 'report', object: 'shop/all', right: 'read', subjectKind: 'user' }
  const { grant: given } = await as(admin).access.grant({
    input: { ...grant, subject: left.id } as never,
  })
  const { schedule: made } = await as(left).reports.createSchedule({ input: daily })
  const known = async () =>
    (await as(admin).reports.listSchedules({ input: { namespace: 'shop', code: 'all' } })).schedules
  const stateOf = async () => (await known()).find(({ id }) => id === made.id)?.pausedReason

  await as(admin).access.revokeGrant({ params: { id: given.id } })
  now = new Date(now.getTime() + 24 * 3_600_000)
  await run()
  await expect.poll(stateOf).toBe('report')

  await as(admin).access.grant({ input: { ...grant, subject: left.id } as never })
  await as(left).reports.changeSchedule({ params: { id: made.id }, input: settings })
  expect(await stateOf()).toBe(null)
  await as(admin).users.block({ params: { id: left.id } })
  now = new Date(now.getTime() + 24 * 3_600_000)
  await run()
  await expect.poll(stateOf).toBe('owner')
  expect(left.mails()).toEqual([])
})

test('a mail server that is busy is tried again, and the mail is seen as waiting', async () => {
  const later = await person('later@larkmoor.example')
  await as(admin).access.grant({
    input: {
      kind: 'report',
      object: 'shop/all',
      right: 'read',
      subjectKind: 'user',
      subject: later.id,
    },
  })
  const made = await schedule({ receivers: [later.id] })
  await as(owner).reports.sendSchedule({ params: { id: made.id } })
  await expect
    .poll(async () => (await listed(made.id))?.last)
    .toMatchObject({ waiting: 1, error: expect.stringContaining('not today') })
  now = new Date(now.getTime() + 300_000)
  await expect(as(owner).reports.sendSchedule({ params: { id: made.id } })).rejects.toMatchObject({
    status: 409,
  })
})

test('the owner does not learn from the mail of an administrator what the database says', async () => {
  const chief = await make.user({ email: `${newId()}@larkmoor.example`, isAdministrator: true })
  const made = await schedule({ code: 'broken', receivers: [chief.id] })
  await as(owner).reports.sendSchedule({ params: { id: made.id } })
  await done(made.id)
  expect((await listed(made.id))?.last).toMatchObject({
    failed: 1,
    error: 'the report shop/broken failed: administrators find the reason in the log',
  })
})

test('a schedule is sent by hand once in five minutes', async () => {
  const made = await schedule()
  const params = { id: made.id }
  const send = () => as(owner).reports.sendSchedule({ params })
  await send()
  await done(made.id)
  await expect(send()).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining('five minutes'),
  })
  now = new Date(now.getTime() + 300_000)
  await send()
  await done(made.id)
})

test('all schedules of a person together make a limited number of mails in a day', async () => {
  const many = await person()
  const grant = { kind: 'report', object: 'shop/all', right: 'read', subjectKind: 'user' }
  await as(admin).access.grant({ input: { ...grant, subject: many.id } as never })
  now = new Date('2026-04-02T05:00:00Z')
  for (let nth = 0; nth < LIMIT; nth++) {
    const { schedule: made } = await as(many).reports.createSchedule({ input: daily })
    await as(many).reports.sendSchedule({ params: { id: made.id } })
    // Deleting a schedule gives nothing back.
    if (nth > 0) await as(many).reports.deleteSchedule({ params: { id: made.id } })
  }
  const { schedule: more } = await as(many).reports.createSchedule({ input: daily })
  await expect(as(many).reports.sendSchedule({ params: { id: more.id } })).rejects.toMatchObject({
    status: 429,
    message: expect.stringContaining(`at most ${LIMIT} in a day`),
  })

  now = new Date('2026-04-02T08:00:00Z')
  await run()
  const notes = async () =>
    (await as(many).notifications.list({ input: {} })).notifications.map(({ text }) => text)
  await expect
    .poll(notes)
    .toContain(
      '"Every morning" was not mailed: your schedules have made as many mails as they may today',
    )
  expect(many.mails().length).toBeLessThanOrEqual(LIMIT)
  now = new Date('2026-04-03T05:00:00Z')
  await as(many).reports.sendSchedule({ params: { id: more.id } })
})

test('what is wrong is refused, and schedules of others are unknown', async () => {
  const create = (more: object) =>
    as(owner).reports.createSchedule({ input: { ...daily, ...more } as never })
  for (const [more, error] of [
    [{ timing: { every: 'day', at: '7:30' } }, /08:30/],
    [{ timing: { every: 'week', weekdays: [], at: '07:30' } }, /weekdays/],
    [{ timing: { every: 'month', day: 31, at: '07:30' } }, /day/],
    [{ receivers: [stranger.id] }, /may not see this report/],
    [{ receivers: [newId()] }, /nobody with the id/],
    [{ parameters: { nothing: 1 } }, /no such parameter/],
    [{ filter: { tf: { nothing: 1 } } }, /nothing/],
    [{ where: { eql: { query: '[nothing] = 1' } } }, /nothing/],
    [{ sortExpressions: [{ column: 'nothing' }] }, /nothing/],
    [{ code: 'nothing' }, /not found/],
  ] as const) {
    await expect(create(more)).rejects.toThrow(error)
  }
  await expect(as(stranger).reports.createSchedule({ input: daily })).rejects.toMatchObject({
    status: 404,
  })
  const made = await schedule()
  const params = { id: made.id }
  for (const call of [
    () => as(author).reports.deleteSchedule({ params }),
    () => as(author).reports.sendSchedule({ params }),
    () => as(author).reports.listMails({ params }),
    () => as(author).reports.changeSchedule({ params, input: settings }),
  ]) {
    await expect(call()).rejects.toMatchObject({ status: 404 })
  }
  expect((await as(author).reports.listSchedules({ input: {} })).schedules).toEqual([])
  const { schedule: paused } = await as(owner).reports.changeSchedule({
    params,
    input: { ...settings, isPaused: true },
  })
  expect(paused).toMatchObject({ nextAt: null, pausedReason: 'by_hand' })
})

test.each([
  [
    { every: 'day', at: '02:30' },
    'Europe/Berlin',
    '2026-03-28T12:00:00Z',
    '2026-03-29T01:00:00.000Z',
  ],
  [
    { every: 'week', weekdays: [1, 5], at: '08:00' },
    'UTC',
    '2026-03-02T08:00:00Z',
    '2026-03-06T08:00:00.000Z',
  ],
  [
    { every: 'month', day: 'last', at: '23:00' },
    'UTC',
    '2026-02-10T00:00:00Z',
    '2026-02-28T23:00:00.000Z',
  ],
  [
    { every: 'month', day: 1, at: '00:00' },
    'Asia/Tokyo',
    '2026-01-31T14:00:00Z',
    '2026-01-31T15:00:00.000Z',
  ],
] as const)('%j in %s after %s is %s', (timing, zone, after, next) => {
  expect(nextTime(timing as never, zone, new Date(after)).toISOString()).toBe(next)
})
