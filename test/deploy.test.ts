import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { allGauges } from '../src/app/gauges.ts'
import { Environment } from '../src/platform/config.ts'

const run = promisify(execFile)
const FOLDER = 'deploy'
const names = await readdir(FOLDER, { recursive: true, withFileTypes: true })
const files = await Promise.all(
  names
    .filter((each) => each.isFile() && !each.name.endsWith('.tgz'))
    .map(async ({ parentPath, name }) => {
      const path = join(parentPath, name)
      return { path, text: await readFile(path, 'utf8') }
    }),
)
const ending = (end: string) => files.filter(({ path }) => path.endsWith(end))

/** The program, unless the machine has none. */
const find = async (program: string) =>
  (await run('sh', ['-c', `command -v ${program} || true`])).stdout.trim()

test('deployment files name only settings that there are', () => {
  const known = Object.keys(Environment.shape)
  const named = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bKONTOR_[A-Z0-9_]+/g)].map(([name]) => ({ path, name })),
  )

  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ name }) => !known.includes(name))).toEqual([])
})

/** What is counted by each node, and what is read of the whole system. */
const counted = [...(await readFile('src/http/metrics.ts', 'utf8')).matchAll(/'(kontor_[a-z_]+)'/g)]
const sampled = [
  ...allGauges.flatMap(({ gauges }) => Object.keys(gauges)),
  'kontor_sample_age_seconds',
]
const metrics = [...counted.map(([, name = '']) => name), ...sampled]
const textOf = (end: string) => ending(end)[0]?.text ?? ''
const namedIn = (text: string) =>
  [...text.matchAll(/\bkontor_[a-z_]+/g)].map(([name]) => name.replace(/_bucket$/, ''))

test('dashboard and alerts name only metrics that there are', () => {
  const named = [textOf('alerts.yaml'), textOf('grafana-dashboard.json')].flatMap(namedIn)

  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((name) => !metrics.includes(name))).toEqual([])
})

/** Shown, but no reason to wake anybody, or only together with another one. */
const NO_ALERT = [
  'kontor_workers',
  'kontor_database_connections',
  'kontor_database_idle',
  'kontor_replica_lag_seconds',
  'kontor_replica_reads_total',
  'kontor_database_packets_total',
  'kontor_database_statements_total',
  'kontor_event_loop_longest_delay_seconds',
  'kontor_process_jobs_due',
]
const NO_PANEL = [
  'kontor_workers',
  'kontor_replica_lag_seconds',
  'kontor_replica_reads_total',
  'kontor_event_loop_longest_delay_seconds',
]

test('every metric has an alert and a panel', () => {
  const alerts = new Set(namedIn(textOf('alerts.yaml')))
  const panels = new Set(namedIn(textOf('grafana-dashboard.json')))
  const missing = (from: Set<string>) => metrics.filter((name) => !from.has(name)).toSorted()

  expect(missing(alerts)).toEqual(NO_ALERT.toSorted())
  expect(missing(panels)).toEqual(NO_PANEL.toSorted())
})

test('every alert says what to do, there and in the guide', async () => {
  const guide = await readFile('docs/guides/operations.md', 'utf8')
  const { groups } = parse(textOf('alerts.yaml')) as { groups: [{ rules: Rule[] }] }

  for (const { alert, annotations } of groups[0].rules) {
    expect(guide).toContain(`| \`${alert}\` |`)
    expect([alert, guide.includes(annotations.description)]).toEqual([alert, true])
  }
})

type Rule = { alert: string; annotations: { description: string } }

test('data files are well-formed', () => {
  const plain = [...ending('.yaml'), ...ending('.json')].filter(
    ({ path }) => !path.includes('templates'),
  )

  expect(plain.length).toBeGreaterThan(4)
  for (const { path, text } of plain) {
    const problems = parseAllDocuments(text).flatMap(({ errors }) => errors)
    expect([path, problems]).toEqual([path, []])
  }
})

test('the units are accepted by systemd', async ({ skip }) => {
  const program = await find('systemd-analyze')
  if (!program) return skip('no systemd-analyze on this machine')
  const units = [...ending('.service'), ...ending('.timer')].map(({ path }) => path)
  const { stderr } = await run(program, ['verify', ...units]).catch(
    (error: { stderr: string }) => error,
  )

  // The program is not installed where tests run.
  expect(stderr.split('\n').filter((line) => line && !/is not executable/.test(line))).toEqual([])
})

test('the configuration is accepted by nginx', async ({ skip }) => {
  const program = (await find('nginx')) || (await find('/usr/sbin/nginx'))
  if (!program) return skip('no nginx on this machine')
  const folder = await mkdtemp(join(tmpdir(), 'kontor-nginx-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const [{ text } = { text: '' }] = ending('nginx.conf')
  // There is no certificate here.
  const open = text.replaceAll(' ssl;', ';').replace(/^\s*ssl_.*$/gm, '')
  const config = join(folder, 'nginx.conf')
  await writeFile(config, `pid ${folder}/pid;\nerror_log stderr;\nevents {}\nhttp {\n${open}\n}\n`)

  const { stderr } = await run(program, ['-t', '-p', folder, '-c', config])
  expect(stderr).toContain('test is successful')
})
