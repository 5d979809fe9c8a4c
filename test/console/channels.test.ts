import { expect, test } from 'vitest'
import { startConsole } from './stand.ts'

const { as, boss, open } = await startConsole()

const createChannel = async (name: string) =>
  (await as(boss).messages.createChannel({ input: { name } })).channel.id

test('what one writes the other sees at once, and a mention rings the bell', async () => {
  const id = await createChannel('Night shift')
  const tess = await open(`/channels/${id}`)
  const nina = await open('/channels', { login: 'nina' })
  const channel = nina.page.getByRole('link', { name: /Night shift/ })
  await channel.waitFor()
  const box = tess.page.getByRole('textbox', { name: /Message Night shift/ })

  await box.fill('Who is there?')
  await box.press('Enter')
  await tess.page.getByRole('log').getByText('Who is there?').waitFor()
  await channel.getByText('Tester Tess: Who is there?').waitFor()
  await channel.getByLabel('1 new message').waitFor()

  const bell = nina.page.getByRole('button', { name: /^Notifications/ })
  const countOf = async () => Number(/\d+/.exec((await bell.getAttribute('aria-label')) ?? '') ?? 0)
  const inbox = `${new URL(nina.page.url()).origin}/manage/v1/me/notifications?size=1`
  const { unread: before } = await (await nina.page.request.get(inbox)).json()
  await expect.poll(countOf).toBe(before)
  await box.pressSequentially('Look, @Kowalczyk')
  await tess.page.getByRole('option', { name: /Kowalczyk Nina/ }).waitFor()
  await box.press('Enter')
  await expect.poll(() => box.inputValue()).toBe('Look, @Kowalczyk Nina ')
  await box.press('Enter')
  await expect.poll(countOf).toBe(before + 1)

  await channel.click()
  const log = nina.page.getByRole('log')
  await log.getByRole('link', { name: '@Kowalczyk Nina' }).waitFor()
  await channel.getByLabel(/new message/).waitFor({ state: 'detached' })

  const answer = log.getByRole('article').filter({ hasText: 'Who is there?' })
  await answer.getByRole('button', { name: 'Comment' }).click()
  await answer.getByRole('textbox', { name: 'Comment' }).fill('Me')
  await answer.getByRole('textbox', { name: 'Comment' }).press('Enter')
  await tess.page.getByRole('button', { name: '1 comment' }).click()
  await tess.page.getByRole('log').getByText('Me', { exact: true }).waitFor()
  expect([tess, nina].flatMap(({ complaints, outside }) => [...complaints, ...outside])).toEqual([])
})

test('a private channel is made for some, and its members come and go', async () => {
  const { page, complaints } = await open('/channels', { login: 'anna' })
  await page.getByRole('button', { name: 'New channel' }).click()
  await page.getByLabel('Name').fill('Surprise')
  await page.getByLabel('Private: members only').check()
  await page.getByRole('combobox', { name: 'Members' }).fill('Kowal')
  await page.getByRole('option', { name: 'Kowalczyk Nina' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: '2 members' }).click()

  await page.getByRole('button', { name: 'Remove Kowalczyk Nina' }).click()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Kowalczyk Nina' })
    .waitFor({ state: 'detached' })
  await page.getByRole('combobox', { name: 'Add members' }).fill('Sales')
  await page.getByRole('option', { name: 'Sales', exact: true }).first().click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('listitem').filter({ hasText: 'Sales' }).waitFor()
  expect(complaints).toEqual([])
})

test('older messages come while somebody scrolls up', async () => {
  const id = await createChannel('Long talk')
  for (let number = 1; number <= 60; number += 1) {
    const input = { body: `Message number ${number}.` }
    await as(boss).messages.sendChannelMessage({ params: { channel: id }, input })
  }
  const { page, complaints } = await open(`/channels/${id}`, { width: 380 })
  const log = page.getByRole('log')
  await log.getByText('Message number 60.').waitFor()
  expect(await log.getByText('Message number 1.').count()).toBe(0)

  await page.getByRole('region', { name: 'Messages' }).hover()
  const first = log.getByText('Message number 1.')
  const scrollUp = async () => {
    await page.mouse.wheel(0, -4000)
    return first.count()
  }
  await expect.poll(scrollUp).toBe(1)
  await log.getByText('Today').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
  expect(complaints).toEqual([])
})
