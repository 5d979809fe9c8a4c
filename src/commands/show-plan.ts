import { styleText } from 'node:util'
import type { Change, Plan } from '../areas/solutions/operations.ts'
import { pathOf } from '../lib/app-path.ts'

const signs = {
  create: { sign: '+', colour: 'green' },
  update: { sign: '~', colour: 'yellow' },
  delete: { sign: '-', colour: 'red' },
  unchanged: { sign: ' ', colour: 'gray' },
} as const

/** A plan as text: changes, effects on data, blockers. */
export function showPlan({ changes, effects, files, warnings }: Plan): string[] {
  const real = changes.filter(({ action }) => action !== 'unchanged')
  const warned = warnings.map(({ path, message }) => `${paint('yellow', '!')} ${path} ${message}`)
  if (real.length + effects.length + files.length === 0) return [...warned, 'nothing changes']
  return [
    ...warned,
    ...real.flatMap(showChange),
    ...effects.map((text) => `${paint('cyan', '→')} ${text}`),
    ...(real.length + effects.length > 0 ? [''] : []),
    summary(changes, files),
  ]
}

export const isBlocked = ({ changes }: Plan): boolean =>
  changes.some(({ blockers }) => blockers.length > 0)

function showChange({ kind, namespace, code, action, ...change }: Change): string[] {
  const { sign, colour } = signs[action]
  const place = kind === 'workspace' || kind === 'solution' ? code : pathOf({ namespace, code })
  return [
    `${paint(colour, sign)} ${kind} ${paint('bold', place)}`,
    ...change.words.map((text) => `    ${text}`),
    ...change.data.map((text) => `    ${paint('cyan', '→')} ${text}`),
    ...change.blockers.flatMap(showBlocker),
  ]
}

const showBlocker = ({ text, rows, canLose }: Change['blockers'][number]): string[] => [
  `    ${paint('red', '✗')} ${text}${canLose ? ' (use --allow-loss to continue)' : ''}`,
  ...rows.map(({ id, value }) => paint('gray', `        ${id}  ${value ?? ''}`)),
]

function summary(changes: Change[], files: Plan['files']): string {
  const count = (action: Change['action']) =>
    changes.filter((change) => change.action === action).length
  const parts = [
    `${count('create')} to create`,
    `${count('update')} to change`,
    `${count('delete')} to delete`,
    `${count('unchanged')} unchanged`,
  ]
  return `${parts.join(', ')}; ${files.length} ${files.length === 1 ? 'file' : 'files'} different`
}

/** Colours only on a terminal. */
const paint = (style: Parameters<typeof styleText>[0], text: string): string =>
  styleText(style, text, { stream: process.stdout })
