import { z } from 'zod'
import { Environment } from '../src/platform/config.ts'

const HEAD = `# Configuration

Every setting is an environment variable, and every one is optional. Made by \`npm run generate\`
from \`src/platform/config.ts\`.
`

type Variable = { type?: string; description?: string; enum?: string[] }

/** The text of docs/configuration.md. */
export function describeConfiguration(): string {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input' })
  const defaults: Record<string, unknown> = Environment.parse({})
  const rows = Object.entries(properties).map(([name, variable]) =>
    row(name, variable as Variable, defaults[name]),
  )
  return [HEAD, '| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

function row(name: string, variable: Variable, value: unknown): string {
  const { description = '', enum: values } = variable
  const choice = values ? ` (${values.map((each) => `\`${each}\``).join(', ')})` : ''
  const text = inWords(value, variable)
  return `| \`${name}\` | ${text && `\`${text}\``} | ${description}${choice} |`
}

/** A text that is read as a number is a size in bytes. */
function inWords(value: unknown, { type }: Variable): string {
  if (value === undefined) return ''
  if (type === 'string' && typeof value === 'number') return inBytes(value)
  return String(value)
}

function inBytes(bytes: number): string {
  const units = ['B', 'KiB', 'MiB', 'GiB']
  const at = units.findLastIndex((_, power) => bytes % 1024 ** power === 0)
  return `${bytes / 1024 ** at}${units[at]}`
}
