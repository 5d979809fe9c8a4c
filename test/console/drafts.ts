import type { Locator, Page } from 'playwright-core'

/** The steps every designer test takes with its draft. */

export const button = (page: Page | Locator, name: string) =>
  page.getByRole('button', { name, exact: true })
export const isSaved = (page: Page) =>
  page.getByRole('status', { name: 'Draft' }).getByText('Saved', { exact: true }).waitFor()

export async function publish(page: Page, comment: string): Promise<void> {
  await isSaved(page)
  await button(page, 'Publish').click()
  await publishAs(page, comment)
}

/** In the open dialog, which closes when it is done. */
export async function publishAs(page: Page, comment: string): Promise<void> {
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('What is new')
  await field.fill(comment)
  const loss = dialog.getByRole('checkbox')
  if ((await loss.count()) > 0) await loss.check()
  await button(dialog, 'Publish').click()
  await field.waitFor({ state: 'detached' })
}
