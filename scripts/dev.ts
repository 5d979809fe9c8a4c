import { spawn } from 'node:child_process'
import { join } from 'node:path'

// Runs the server, restarted on changes, and the console with hot reload.
const bin = join(import.meta.dirname, '..', 'node_modules', '.bin')
const run = (program: string, ...args: string[]) =>
  spawn(join(bin, program), args, { stdio: 'inherit' })

const server = run('node', '--watch', 'src/main.ts', 'start')
const console = run('vite', '--config', 'web/vite.config.ts', '--configLoader', 'native')
server.once('exit', () => console.kill())
console.once('exit', () => server.kill())
