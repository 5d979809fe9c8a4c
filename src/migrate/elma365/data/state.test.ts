import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdState } from './hold.ts'
import { State } from './state.ts'
import { Tally } from './tally.ts'

const ENDS = { portal: 'https://portal.example', into: 'https://kontor.example' }
const NOON = new Date('2026-03-02T12:00:00Z')

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-state-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'state.json')
}

async function openState() {
  const path = await newPath()
  const hold = await holdState(path)
  onTestFinished(() => hold.release())
  return () => State.open({ path, hold, ...ENDS })
}

test('an app is read from its last whole run on, until it has other fields here', async () => {
  const open = await openState()
  const first = await open()
  first.begin(NOON, new Tally())
  await first.end({ 'crm/orders': 'title:STRING' })

  const next = await open()

  expect(next.sinceOf('crm/orders', 'title:STRING')).toBe('2026-03-01T12:00:00.000Z')
  expect(next.sinceOf('crm/orders', 'grade:STRING title:STRING')).toBe(null)
})

test('asking for everything begins anew, and stays so when the run is interrupted', async () => {
  const open = await openState()
  const first = await open()
  first.begin(NOON, new Tally())
  await first.end({ 'crm/orders': '' })
  const killed = await open()
  killed.begin(NOON, new Tally())
  await killed.finish('crm/orders')

  const full = await open()
  full.begin(NOON, new Tally(), true)
  expect([full.isDone('crm/orders'), full.sinceOf('crm/orders', '')]).toEqual([false, null])
  await full.finish('crm/orders')

  const resumed = await open()
  resumed.begin(NOON, new Tally())
  expect([resumed.isDone('crm/orders'), resumed.sinceOf('crm/orders', '')]).toEqual([true, null])
})

test('what was told before a run was interrupted is in its report', async () => {
  const open = await openState()
  const killed = await open()
  const tally = new Tally()
  killed.begin(NOON, tally)
  const problem = { kind: 'groups', id: 'a', message: 'add the members by hand' }
  tally.tell(problem)
  await killed.finish('groups')

  const resumed = new Tally()
  const state = await open()
  state.begin(NOON, resumed)
  resumed.tell(problem)

  expect(resumed).toMatchObject({ problems: [problem], problemCount: 1 })
  await state.end({})
  const next = new Tally()
  ;(await open()).begin(NOON, next)
  expect(next.problemCount).toBe(0)
})

test('where the state cannot be written, the file is named', async () => {
  const path = await newPath()
  const hold = { check: async () => undefined, release: async () => undefined }
  const state = await State.open({ path, hold, ...ENDS })
  await rm(dirname(path), { recursive: true })

  await expect(state.save()).rejects.toThrow(`${path} cannot be written: `)
  await expect(holdState(path)).rejects.toThrow(`${path}.lock cannot be written: `)
})
