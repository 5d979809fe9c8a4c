import { afterAll, expect, test } from 'vitest'
import { startApp } from '../../../test/app.ts'
import { diagram, flow, openTasks, processSolution } from '../../../test/process.ts'
import { connectClient } from '../../platform/db/db.ts'

const now = new Date('2026-03-06T15:00:00Z')
const started = await startApp({ now: () => now })
const { as, admin, make } = started
const sql = await connectClient(started.connection)
afterAll(() => sql.end())
const [ann, bob] = [await make.user(), await make.user()]

const ICS = `BEGIN:VCALENDAR\r
VERSION:2.0\r
BEGIN:VEVENT\r
SUMMARY:A name that is so long that\r
  it goes on\r
DTSTART;VALUE=DATE:20260309\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20201225\r
DTEND;VALUE=DATE:20201227\r
RRULE:FREQ=YEARLY\r
END:VEVENT\r
BEGIN:VEVENT\r
DTSTART;VALUE=DATE:20240229\r
RRULE:FREQ=YEARLY\r
END:VEVENT\r
END:VCALENDAR\r
`
const TASKS = diagram(`<startEvent id="s"/>
<parallelGateway id="split"/>
<userTask id="one" name="One" kontor:performer="user:${ann.login}" kontor:due="1 working day"/>
<userTask id="other" name="Other" kontor:performer="user:${bob.login}" kontor:due="1 working day"/>
<intermediateCatchEvent id="wait"><timerEventDefinition><timeDuration>2 working hours</timeDuration></timerEventDefinition></intermediateCatchEvent>
<userTask id="after" name="After" kontor:performer="user:${bob.login}"/>
<endEvent id="e"/>${flow(`s -> split
split -> one -> e
split -> other -> e
split -> wait -> after -> e`)}`)
const HOURS = diagram(`<startEvent id="s"/>
<userTask id="one" kontor:performer="user:${ann.login}" kontor:due="20 working hours"/><endEvent id="e"/>
${flow('s -> one -> e')}`)
const CALENDARS = {
  'calendars/office.yaml': `name: Office
zone: Europe/Berlin
default: true
holidays: free.ics
days: { 2026-03-11: [], 2026-03-12: ["10:00-12:00"] }
`,
  'calendars/free.ics': ICS,
  'calendars/ann.yaml': `name: Ann
zone: America/New_York
hours: { mon: ["09:00-17:00"], tue: ["09:00-17:00"], sat: ["09:00-12:00"] }
for: ["user:${ann.login}"]
`,
}
const files = (other: Record<string, string> = {}, yaml = '') =>
  processSolution(
    'work',
    { tasks: { bpmn: TASKS, yaml }, hours: { bpmn: HOURS } },
    { ...CALENDARS, ...other },
  )
await as(admin).solutions.apply({ input: { files: files() } })

test('calendars are listed with their hours and holidays', async () => {
  const { calendars } = await as(ann).calendars.list()

  expect(calendars.find(({ code }) => code === 'office')).toMatchObject({
    zone: 'Europe/Berlin',
    isDefault: true,
    week: [
      ['09:00-17:00'],
      ['09:00-17:00'],
      ['09:00-17:00'],
      ['09:00-17:00'],
      ['09:00-17:00'],
      [],
      [],
    ],
    holidays: ['2026-03-09', '2026-03-11', '2026-12-25', '2026-12-26'],
    days: { '2026-03-12': ['10:00-12:00'] },
  })
})

test('administrators see who is counted by which calendar', async () => {
  const { calendars } = await as(admin).calendars.uses()
  const { total } = (await as(admin).users.list({ input: { size: 0, active: true } })).result

  expect(calendars).toEqual([
    expect.objectContaining({
      ...{ code: 'ann', solution: 'work', file: 'calendars/ann.yaml', people: 1 },
      subjects: [{ subject: `user:${ann.login}`, name: expect.any(String) }],
      processes: [],
    }),
    expect.objectContaining({
      ...{ code: 'office', people: Number(total) - 1, subjects: [] },
      processes: [
        expect.objectContaining({ name: 'hours' }),
        expect.objectContaining({ name: 'tasks' }),
      ],
    }),
  ])
  await expect(as(ann).calendars.uses()).rejects.toMatchObject({ status: 403 })
})

test.each([
  // Monday is a holiday of the file, Wednesday one of the definition, Thursday ends at noon.
  ['1 working day', undefined, '2026-03-10T15:00:00.000Z'],
  ['2 working days', undefined, '2026-03-12T11:00:00.000Z'],
  ['2 working hours', undefined, '2026-03-10T09:00:00.000Z'],
  ['1 working day', 'ann', '2026-03-09T13:00:00.000Z'],
])('%s by %s', async (time, calendar, moment) => {
  const input = { from: now.toISOString(), time, ...(calendar && { calendar }) }

  expect(await as(ann).calendars.count({ input })).toMatchObject({ moment })
})

test.each([
  ['99999 working weeks', now.toISOString(), 'more than ten years of working time'],
  ['99999 working hours', now.toISOString(), 'more than ten years of working time'],
  ['87000 working hours', now.toISOString(), 'less working time in the next ten years'],
  ['3660 working days', now.toISOString(), 'less working time in the next ten years'],
  ['9 working days', '9999-12-30T00:00:00Z', 'only years up to 9999 are counted'],
  ['2 days', now.toISOString(), 'such as "2 working days"'],
])('%s from %s is refused', async (time, from, message) => {
  const asked = as(ann).calendars.count({ input: { from, time } })

  await expect(asked).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining(message),
  })
})

test('tasks and timers are due in working time, each person by their own calendar', async () => {
  const params = { namespace: 'work', code: 'tasks' }
  const id = String((await as(admin).bpm.run({ params, input: { context: {} } })).context.__id)

  const tasks = openTasks((await as(admin).bpm.get({ params: { id } })).data)
  const due = tasks.map(({ __name, dueDate }) => [__name, dueDate]).toSorted()
  const { rows } = await sql.query(
    `select run_at from kontor.process_jobs where instance_id = $1 and kind = 'timer'`,
    [id],
  )

  // Ann's week is Monday, Tuesday and Saturday in New York.
  expect(due).toEqual([
    ['One', '2026-03-09T13:00:00Z'],
    ['Other', '2026-03-10T15:00:00Z'],
  ])
  expect(rows).toEqual([{ run_at: new Date('2026-03-10T09:00:00Z') }])
})

test('a task is due by the calendar of its performer if their own hours are too few', async () => {
  const save = (hours: object | null) =>
    sql.query(
      `insert into kontor.user_profiles (user_id, hours) values ($1, $2)
       on conflict (user_id) do update set hours = excluded.hours`,
      [ann.id, hours],
    )
  await sql.query('update kontor.users set timezone = $2 where id = $1', [ann.id, 'Europe/Berlin'])
  const run = async () => {
    const params = { namespace: 'work', code: 'hours' }
    const { context } = await as(admin).bpm.run({ params, input: { context: {} } })
    const { data } = await as(admin).bpm.get({ params: { id: String(context.__id) } })
    return openTasks(data).map(({ dueDate }) => dueDate)
  }
  await save(null)
  const given = await run()

  // In ten years less than 9 hours.
  await save({ mon: ['09:00-09:01'] })

  expect(given).toEqual([expect.stringContaining('2026-03-')])
  expect(await run()).toEqual(given)
})

test.each([
  [
    'a zone',
    { 'calendars/ann.yaml': 'name: A\nzone: Mars/Base\n' },
    '',
    'calendars/ann.yaml:2:7 "zone": expected a time zone',
  ],
  [
    'hours',
    { 'calendars/ann.yaml': 'name: A\nzone: UTC\nhours: { mon: ["12:00-09:00"] }\n' },
    '',
    'end after they begin',
  ],
  [
    'no hours',
    { 'calendars/ann.yaml': 'name: A\nzone: UTC\nhours: { mon: [] }\n' },
    '',
    'nobody ever works',
  ],
  [
    'holidays',
    { 'calendars/free.ics': ICS.replace('FREQ=YEARLY', 'FREQ=DAILY') },
    '',
    'calendars/free.ics:9:1 "FREQ=DAILY" is not understood',
  ],
  ['a file', { 'calendars/free.ics': 'hello' }, '', 'this is not an iCalendar file'],
  [
    'somebody',
    { 'calendars/ann.yaml': 'name: A\nzone: UTC\nfor: ["user:nobody"]\n' },
    '',
    'there is no user:nobody',
  ],
  ['a process', {}, 'calendar: moon\n', 'there is no calendar "global/moon"'],
])('%s that is wrong is refused with its place', async (_, other, yaml, message) => {
  const asked = as(admin).solutions.plan({
    input: { files: files(other as Record<string, string>, yaml) },
  })

  await expect(asked).rejects.toMatchObject({ message: expect.stringContaining(message) })
})

test('a calendar is exported as it was written', async () => {
  const { files: exported } = await as(admin).solutions.export({ params: { code: 'work' } })

  expect(exported).toContainEqual({ path: 'calendars/free.ics', content: ICS })
})
