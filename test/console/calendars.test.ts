import { expect, test } from 'vitest'
import { button, isSaved, publish } from './drafts.ts'
import { findBarriers } from './find-barriers.ts'
import { startConsole } from './stand.ts'

const { as, boss, open } = await startConsole()

const ICS = `BEGIN:VCALENDAR
BEGIN:VEVENT
SUMMARY:Lantern days
DTSTART;VALUE=DATE:20300301
DTEND;VALUE=DATE:20300303
END:VEVENT
BEGIN:VEVENT
SUMMARY:Stand-up
DTSTART:20300301T090000Z
END:VEVENT
BEGIN:VEVENT
SUMMARY:Every Friday
DTSTART;VALUE=DATE:20300301
RRULE:FREQ=WEEKLY
END:VEVENT
END:VCALENDAR
`

test('a calendar is made, filled with hours and holidays, tried and published', async () => {
  const { page, complaints } = await open('/admin/calendars')
  const office = page.getByRole('region', { name: 'Head office' })
  await office.getByText('2 working days from now').waitFor()
  await office.getByText(/Everybody who has no other one · \d+ people/).waitFor()

  await button(page, 'New calendar').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Harbour')
  await button(dialog, 'Create').click()
  await page.getByRole('heading', { level: 1, name: 'Harbour' }).waitFor()
  const zone = page.getByRole('combobox', { name: 'Time zone' })
  await zone.fill('Lisbon')
  await page.getByRole('option', { name: 'Europe/Lisbon' }).click()
  const whose = page.getByRole('combobox', { name: 'Whose calendar it is' })
  await whose.fill('user:anna')
  await whose.press('Enter')

  const clock = (name: string) => page.getByRole('textbox', { name, exact: true })
  await clock('Monday, from (1)').fill('1030')
  await clock('Monday, until (1)').fill('13')
  await button(page, 'Add hours on Monday').click()
  await expect.poll(() => clock('Monday, from (2)').inputValue()).toBe('14:00')
  await button(page, 'Remove 09:00-17:00 on Friday').click()
  await button(page, 'Add hours on Saturday').click()

  await page.locator('input[type=file]').setInputFiles({
    name: 'free.ics',
    mimeType: 'text/calendar',
    buffer: Buffer.from(ICS),
  })
  const told = page.getByRole('status').filter({ hasText: '2 days taken, 2 entries skipped' })
  await told.getByText('Stand-up: it does not last whole days').waitFor()
  await told.getByText(/^Every Friday: its repetition is not understood/).waitFor()
  const free = page.getByRole('region', { name: 'Holidays' })
  await free.getByRole('textbox', { name: 'Day' }).fill('17 May 2030')
  await free.getByLabel('Name').fill('Harbour day')
  await button(free, 'Add').click()
  await free.getByRole('row', { name: /Harbour day/ }).waitFor()
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText(/^2 working days from now is \w+day, /).waitFor()
  await isSaved(page)
  expect(await findBarriers(page, 'calendar')).toEqual([])
  await page.setViewportSize({ width: 380, height: 900 })
  await expect
    .poll(() => page.evaluate('document.documentElement.scrollWidth > innerWidth'))
    .toBe(false)
  await page.setViewportSize({ width: 1440, height: 900 })
  await publish(page, 'The harbour works on Saturdays')

  const { calendars } = await as(boss).calendars.list()
  const usual = ['09:00-17:00']
  expect(calendars.find(({ code }) => code === 'harbour')).toMatchObject({
    zone: 'Europe/Lisbon',
    week: [['10:30-13:00', '14:00-17:00'], usual, usual, usual, [], usual, []],
    holidays: ['2030-03-01', '2030-03-02', '2030-05-17'],
  })
  const uses = (await as(boss).calendars.uses()).calendars
  expect(uses.find(({ code }) => code === 'harbour')).toMatchObject({
    subjects: [{ subject: 'user:anna' }],
    people: 1,
  })
  expect(complaints).toEqual([])
})
