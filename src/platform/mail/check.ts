import { type Finding, ok, problem } from '../checks/check.ts'
import type { Config } from '../config.ts'
import { MailError } from './mail.ts'
import { Mailer } from './mailer.ts'

export async function checkMail(config: Config): Promise<Finding> {
  try {
    return ok(`${await new Mailer(config).verify()} answers`)
  } catch (error) {
    if (error instanceof MailError) return problem(`${error.message}: check KONTOR_SMTP_URL`)
    throw error
  }
}
