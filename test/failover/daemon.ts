import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { killTree, listTree } from '../process-tree.ts'

export type Account = { uid: number; gid: number } | undefined

/** A program of the distribution that runs until it is ended. */
export class Daemon {
  readonly #child: ChildProcess
  readonly #ended: Promise<void>

  constructor(command: string[], { log, account }: { log: string; account: Account }) {
    const [program = '', ...args] = command
    const out = openSync(log, 'a')
    this.#child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' },
      stdio: ['ignore', out, out],
    })
    closeSync(out)
    this.#ended = new Promise((resolve) => {
      this.#child.once('exit', () => resolve())
      this.#child.once('error', () => resolve())
    })
  }

  get processes(): number[] {
    return this.#child.pid === undefined || this.hasEnded ? [] : listTree(this.#child.pid)
  }

  get hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null
  }

  async kill(): Promise<void> {
    if (this.#child.pid !== undefined && !this.hasEnded) await killTree(this.#child.pid)
    await this.#ended
  }
}
