import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { inherited } from './environment.ts'
import { type Block, readGuide } from './guide-blocks.ts'

/** A command, the output shown in the guide, and the real output. */
export type Typed = { first: string; shown: Block | undefined; said: string }

const BETWEEN = '\u001e'
const TIMEOUT = 120_000

/** Runs the `sh` blocks of a guide in one shell, next to the programs that the guide saves. */
export async function typeBlocks(guide: string, env: Record<string, string>): Promise<Typed[]> {
  const { blocks } = await readGuide(guide)
  const folder = await mkdtemp(join(tmpdir(), 'kontor-shell-'))
  for (const block of blocks) {
    const file = /^js (\S+\.mjs)$/.exec(block.info)?.[1]
    if (file) await writeFile(join(folder, file), block.text)
  }
  const typed = blocks.flatMap((block, at) => (block.info === 'sh' ? [{ block, at }] : []))
  const script = typed.map(({ block }) => `${block.text}\nprintf '${BETWEEN}'\n`).join('')
  const said = (await runShell(script, folder, env)).split(BETWEEN)
  await rm(folder, { recursive: true })
  return typed.map(({ block, at }, index) => ({
    first: block.text.split('\n')[0] ?? '',
    shown: isAnswer(blocks[at + 1]) ? blocks[at + 1] : undefined,
    said: said[index] ?? '',
  }))
}

const isAnswer = (block: Block | undefined) => block?.info === 'json' || block?.info === 'text'

/** In a process group, so that everything it starts ends with it. */
async function runShell(script: string, cwd: string, env: Record<string, string>): Promise<string> {
  const shell = spawn('bash', ['-c', script], {
    cwd,
    env: { ...inherited, ...env },
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const timer = setTimeout(() => endGroup(shell.pid), TIMEOUT)
  const said = await text(shell.stdout)
  clearTimeout(timer)
  endGroup(shell.pid)
  return said
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid)
  } catch {
    // The group has already ended.
  }
}
