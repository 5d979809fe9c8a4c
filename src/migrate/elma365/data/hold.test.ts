import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { holdState } from './hold.ts'

const HOLD = new URL('./hold.ts', import.meta.url).href
/** Long enough for a machine that is busy. */
const QUICK = { beat: 50, patience: 3000 }

async function newState(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-hold-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return join(folder, 'state.json')
}

/** A process of its own that holds a state until it is killed. */
async function startHolder(state: string, settings: object = {}) {
  const program = `import { holdState } from '${HOLD}'
    await holdState(${JSON.stringify(state)}, ${JSON.stringify({ ...QUICK, ...settings })})
    process.stdout.write('held')
    setInterval(() => undefined, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  return {
    child,
    kill: async () => {
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

test("a run of this machine keeps others away, and is nobody's way when it was killed", async () => {
  const state = await newState()
  const { child, kill } = await startHolder(state)
  const watched: string[] = []
  const hold = () => holdState(state, { ...QUICK, onWatch: (who) => watched.push(who) })

  await expect(hold()).rejects.toThrow(`another run, process ${child.pid} on `)
  await kill()
  const { release } = await hold()
  await release()

  expect(watched).toEqual([])
  expect(await readdir(dirname(state))).toEqual([])
})

test('a run of another machine, with whatever number, is watched until it is dead', async () => {
  const state = await newState()
  const { child, kill } = await startHolder(state, { space: 'another machine' })
  const watched: string[] = []
  const hold = () => holdState(state, { ...QUICK, onWatch: (who) => watched.push(who) })

  await expect(hold()).rejects.toThrow(`another run, process ${child.pid} on `)
  await kill()
  const { release } = await hold()
  await release()

  expect(watched).toHaveLength(2)
  expect(await readdir(dirname(state))).toEqual([])
})

test('the number of a process that is used again does not keep a state', async () => {
  const state = await newState()
  const { kill } = await startHolder(state)
  const text = await readFile(`${state}.lock`, 'utf8')
  await kill()
  await writeFile(`${state}.lock`, JSON.stringify({ ...JSON.parse(text), pid: process.pid }))

  const hold = await holdState(state, QUICK)

  await hold.check()
  await hold.release()
})

test('a run that seemed dead does not go on beside the one that took over', async () => {
  const state = await newState()
  const asleep = await holdState(state, { beat: 3_600_000, space: 'another machine' })

  const hold = await holdState(state, { ...QUICK, patience: 200 })

  await expect(asleep.check()).rejects.toThrow(`another run, process ${process.pid} on `)
  await asleep.release()
  await hold.check()
  await hold.release()
})

test('of those who find a dead run at once, one goes on', async () => {
  const state = await newState()
  await writeFile(`${state}.lock`, 'somebody\n')

  const all = await Promise.allSettled(
    Array.from({ length: 8 }, () => holdState(state, { ...QUICK, patience: 200, space: null })),
  )

  const held = all.filter((each) => each.status === 'fulfilled').map(({ value }) => value)
  const checked = await Promise.allSettled(held.map((hold) => hold.check()))
  expect(checked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  await Promise.all(held.map((hold) => hold.release()))
})
