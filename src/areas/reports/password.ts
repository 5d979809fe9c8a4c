import { randomBytes } from 'node:crypto'
import type { Context } from '../../platform/context.ts'
import { savePassword } from './store/report-user.ts'

/** Sets a new password for the database user of reports, after the old one was lost. */
export async function renewPassword({ db, secrets }: Context): Promise<void> {
  const password = randomBytes(32).toString('hex')
  await savePassword(db, { password, sealed: secrets.seal(password) })
}
