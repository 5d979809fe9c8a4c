import type { Page } from 'playwright-core'
import { solutionParts } from '../../src/app/solutions.ts'
import { applySolution } from '../../src/areas/solutions/service.ts'
import { readFolder } from '../../src/definitions/folder.ts'
import { loadDemo } from '../../src/demo/load.ts'
import { startApp } from '../app.ts'
import { visit } from '../browser.ts'

const PASSWORD = 'a password for the console'

/** A server with the demo company, jobs running, and a browser that comes in as one of its people. */
export async function startConsole(environment: Record<string, string> = {}) {
  const stand = await startApp({ environment: { KONTOR_WORKERS: '2', ...environment } })
  const { app, make, address, as } = stand
  await applySolution(make.asSystem, solutionParts, {
    files: await readFolder('solutions/_system'),
    allowLoss: false,
    isBuiltIn: true,
  })
  await loadDemo(app.platform, { folder: 'solutions', parts: solutionParts })
  await app.startJobs()
  const boss = await make.user({
    login: 'console',
    lastName: 'Tester',
    firstName: 'Tess',
    isAdministrator: true,
    password: PASSWORD,
  })
  const setPassword = async (login: string) => {
    const { users } = await as(boss).users.listPeople({ input: { text: login } })
    const id = users.find((user) => user.login === login)?.id ?? ''
    await as(boss).access.setPassword({ params: { id }, input: { password: PASSWORD } })
  }
  return {
    ...stand,
    boss,
    /** Opens a page of the console as one of the demo's people, or as its administrator. */
    open: async (path: string, { login = 'console', width = 1440, tour = false } = {}) => {
      if (login !== 'console') await setPassword(login)
      const opened = await visit(`${address}${path}`, width)
      await signIn(opened.page, login)
      if (!tour) await skipTour(opened.page, address)
      // The door asks who is there, which is refused before anybody has come in.
      opened.complaints.length = 0
      return opened
    },
  }
}

async function signIn(page: Page, login: string): Promise<void> {
  await page.getByLabel('Login').fill(login)
  await page.getByLabel('Password').first().fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('button', { name: 'Account' }).waitFor()
}

/** It stands before what journeys are about. */
async function skipTour(page: Page, address: string): Promise<void> {
  const path = `${address}/manage/v1/me/settings/tour`
  await page.request.put(path, { data: { value: 'done' }, headers: { origin: address } })
  await page.reload()
  await page.getByRole('button', { name: 'Account' }).waitFor({ state: 'attached' })
}
