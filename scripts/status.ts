import { areas } from '../src/client/areas.ts'
import { extra, missingRoutes, promised, type Route } from '../test/contract.ts'

const HEAD = `# Status

How much of the promised public API is there, by area. Made by \`npm run generate\` from the
declared operations and \`test/contract/operations.json\`. What differs from the contract, and
why, is in [compatibility](compatibility.md).
`

/** The text of docs/status.md. */
export function describeStatus(): string {
  const missing = missingRoutes(areas)
  const sections = [...Map.groupBy(promised, ({ area }) => area)].sort(([a], [b]) =>
    a < b ? -1 : 1,
  )
  const rows = sections.map(([area, routes]) => row(area, routes, missing))
  const total = `${promised.length - missing.length} of ${promised.length} routes are declared.`
  const table = ['| Area | Declared | Total |', '| --- | --: | --: |', ...rows].join('\n')
  return [HEAD, total, '', table, ...listMissing(missing), ...listExtra(), ''].join('\n')
}

function row(area: string, routes: Route[], missing: Route[]): string {
  const open = missing.filter((route) => route.area === area).length
  return `| ${area} | ${routes.length - open} | ${routes.length} |`
}

function listMissing(missing: Route[]): string[] {
  if (missing.length === 0) return []
  return ['', '## Missing', '', ...missing.map(line).sort()]
}

const listExtra = (): string[] => [
  ...[
    '',
    '## Beyond the promised ones',
    '',
    `${extra.length} routes, later ones of the same API and our own.`,
    '',
  ],
  ...extra.map(line).sort(),
]

const line = ({ area, method, path, purpose }: Route): string =>
  `- ${area}: \`${method} ${path}\` ${purpose}`
