import { z } from 'zod'
import { Environment } from '../src/platform/config.ts'

const HEAD = `# Configuration

Every setting is an environment variable, and every one is optional. A value that is not allowed keeps
the server from starting, with a line that names the setting. A name that begins with \`KONTOR_\` and is
not listed here is ignored, with a warning; what Kubernetes sets for a service named kontor, such as
\`KONTOR_SERVICE_HOST\`, is ignored silently. Made by \`npm run generate\`
from \`src/platform/config.ts\`.
`

type Variable = { description?: string; enum?: string[]; default?: unknown }

/** The text of docs/configuration.md. */
export function describeConfiguration(): string {
  const { properties = {} } = z.toJSONSchema(Environment, { io: 'input' })
  const rows = Object.entries(properties).map(([name, variable]) => row(name, variable as Variable))
  return [HEAD, '| Variable | Default | Meaning |', '| --- | --- | --- |', ...rows, ''].join('\n')
}

/** The default is the text that one would set. */
function row(name: string, variable: Variable): string {
  const { description = '', enum: values, default: value = '' } = variable
  const choice = values ? ` (${values.map((each) => `\`${each}\``).join(', ')})` : ''
  return `| \`${name}\` | ${value === '' ? '' : `\`${value}\``} | ${description}${choice} |`
}
