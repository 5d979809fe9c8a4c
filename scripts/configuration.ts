import { z } from 'zod'
import { Environment } from '../src/platform/config.ts'
import { inUnits } from '../src/platform/config-types.ts'

const HEAD = `# Configuration

Every setting is an environment variable, and every one is optional. A value that is not allowed keeps
the server from starting, with a line that names the setting. A name that begins with \`KONTOR_\` and is
not listed here is ignored, with a warning; what Kubernetes sets for a service named kontor, such as
\`KONTOR_SERVICE_HOST\`, is ignored silently. Made by \`npm run generate\`
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
  if (type === 'string' && typeof value === 'number') return inUnits(value)
  return String(value)
}
