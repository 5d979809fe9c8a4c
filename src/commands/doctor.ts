import { Command } from 'commander'
import { allChecks } from '../app/checks.ts'
import { type Finding, problem, warning } from '../platform/checks/check.ts'
import { machineChecks } from '../platform/checks/machine.ts'
import { checkSession } from '../platform/checks/session.ts'
import type { Config } from '../platform/config.ts'
import { type Connection, connectPool, poolDb } from '../platform/db/db.ts'
import { hasDatabase, withDatabase } from './database.ts'
import { type Answer, answer, columns } from './say.ts'
import { inWords } from './trouble.ts'

export const doctorCommand = (config: () => Config) =>
  new Command('doctor')
    .description('check the system and say what to fix')
    .option('--json', 'answer as JSON')
    .action((options: Answer) => examine(config(), options))

type Named = Finding & { name: string }

/** Of the machine and of the database. */
export async function findingsOf(config: Config): Promise<Named[]> {
  const findings: Named[] = []
  const wanted = machineChecks.filter(({ isWanted }) => isWanted?.(config) ?? true)
  for (const { name, run } of wanted) findings.push(await judge(name, () => run(config)))
  findings.push(...(await examineDatabase(config)))
  return findings
}

async function examine(config: Config, options: Answer): Promise<void> {
  const findings = await findingsOf(config)
  const isFine = findings.every(({ state }) => state !== 'problem')
  answer(options, { ok: isFine, checks: findings }, () =>
    columns(findings.map(({ state, name, text }) => [state, name, text])),
  )
  if (!isFine) process.exitCode = 1
}

async function examineDatabase(config: Config): Promise<Named[]> {
  if (!(await hasDatabase(config))) {
    return [{ name: 'database', ...warning('there is none yet: "kontor start" makes it') }]
  }
  try {
    return await withDatabase(config, 'kontor doctor', ({ connection }) =>
      runAll(config, connection),
    )
  } catch (error) {
    return [{ name: 'database', ...problem(inWords(error)) }]
  }
}

async function runAll(config: Config, connection: Connection): Promise<Named[]> {
  const pool = connectPool(connection, 1)
  try {
    const findings = [await judge('sessions', () => checkSession(connection))]
    for (const { name, run } of allChecks) {
      findings.push(await judge(name, () => run(poolDb(pool), config)))
    }
    return findings
  } finally {
    await pool.end()
  }
}

/** A check that fails to run is a finding too. */
async function judge(name: string, run: () => Promise<Finding>): Promise<Named> {
  try {
    return { name, ...(await run()) }
  } catch (error) {
    return { name, ...problem(`cannot be checked: ${inWords(error)}`) }
  }
}
