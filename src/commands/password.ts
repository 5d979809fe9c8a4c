import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { invalid } from '../lib/errors.ts'

export type PasswordOptions = { passwordStdin?: boolean }

/** Never from an argument: arguments are visible to all users and stay in the shell history. */
export async function readPassword({ passwordStdin }: PasswordOptions): Promise<string> {
  if (passwordStdin) return readFromInput()
  if (!process.stdin.isTTY) {
    throw invalid('there is no terminal to ask for the password: give it with --password-stdin')
  }
  return askTwice()
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

/** Node's line editor without output, so that the password is not shown. */
async function askTwice(): Promise<string> {
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const editor = createInterface({ input: process.stdin, output, terminal: true })
  const lines = editor[Symbol.asyncIterator]()
  try {
    const password = await ask(lines, 'Password: ')
    if (password === (await ask(lines, 'Once more: '))) return password
  } finally {
    editor.close()
  }
  throw invalid('the passwords do not match')
}

async function ask(lines: AsyncIterator<string>, question: string): Promise<string> {
  process.stderr.write(question)
  const { value, done } = await lines.next()
  process.stderr.write('\n')
  if (done) throw invalid('no password was given')
  return value
}
