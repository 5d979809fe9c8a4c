import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { invalid } from '../lib/errors.ts'

export type PasswordOptions = { passwordStdin?: boolean }

/** Never from an argument: those are seen by everybody on the machine and stay in the history. */
export async function readPassword({ passwordStdin }: PasswordOptions): Promise<string> {
  if (passwordStdin) return readFromInput()
  if (!process.stdin.isTTY) {
    throw invalid('there is no terminal to ask for the password: give it with --password-stdin')
  }
  const password = await ask('Password: ')
  if (password !== (await ask('Once more: '))) throw invalid('the two passwords are not the same')
  return password
}

const LONGEST = 4096

async function readFromInput(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) {
    text += chunk
    if (text.length > LONGEST) throw invalid('the password on standard input is too long')
  }
  return text.replace(/\r?\n$/, '')
}

/** The line editor of Node with nothing to write on: what is typed is not shown. */
function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const silence = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: silence, terminal: true })
  return new Promise((resolve, reject) => {
    lines.once('line', resolve)
    lines.once('SIGINT', () => reject(invalid('interrupted')))
    lines.once('close', () => reject(invalid('no password was given')))
  }).finally(() => {
    lines.close()
    process.stderr.write('\n')
  }) as Promise<string>
}
