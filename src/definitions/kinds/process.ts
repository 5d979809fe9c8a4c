import { z } from 'zod'
import { Code, Name, Title } from '../../lib/codes.ts'
import { Language } from '../../lib/translations.ts'
import { description, hidden, NameTemplate, Rights } from '../common.ts'
import { Fields } from '../field.ts'
import { checkFields, checkNameTemplate } from '../field-checks.ts'
import type { DefinitionKind } from '../kind.ts'
import { GLOBAL } from '../layout.ts'
import { inFields, inRights } from '../reference.ts'
import { checkSla, Sla } from '../sla.ts'
import { ScriptUser } from './module.ts'

const Process = z.strictObject({
  name: Name,
  description,
  bpmn: z.string().optional().describe('file of the diagram; absent = the same name with .bpmn'),
  variables: Fields,
  nameTemplate: NameTemplate.optional().describe('name of an instance'),
  texts: z
    .record(Title, z.record(Language, Title))
    .optional()
    .describe('names in the diagram in other languages: tasks, exits, events, form fields'),
  calendar: Code.optional().describe('the calendar of its timers; absent = that of everybody'),
  sla: Sla.describe('clocks of service levels, by code'),
  scriptUser: ScriptUser,
  manualRun: z.boolean().default(true).describe('people may start it by hand'),
  assistantTool: z
    .boolean()
    .default(false)
    .describe('assistants of those who may start it have a tool of its own for it'),
  onePerItem: z
    .boolean()
    .default(false)
    .describe('while it runs for an item, it does not start for that item again'),
  hidden,
  rights: Rights,
})

export const process: DefinitionKind<typeof Process> = {
  schema: Process,
  files: [
    'workspaces/{workspace}/processes/{code}',
    'workspaces/{workspace}/apps/{app}/processes/{code}',
    'modules/{module}/processes/{code}',
  ],
  attachments: {
    bpmn: { ending: '.bpmn' },
    cases: { ending: '.cases.yaml', isOptional: true },
  },
  isForAdministrators: true,
  fields: ['variables'],
  references: ({ variables, calendar: code }) => [
    ...inFields(variables, ['variables']),
    ...(code ? [{ kind: 'calendar' as const, namespace: GLOBAL, code, path: ['calendar'] }] : []),
  ],
  subjects: ({ rights, sla }) => [
    ...inRights(rights),
    ...Object.entries(sla).flatMap(([clock, { escalate }]) =>
      escalate.map(({ to }, at) => ({ subject: to, path: ['sla', clock, 'escalate', at, 'to'] })),
    ),
  ],
  check: ({ variables, nameTemplate, sla, onePerItem }) => [
    ...checkFields(variables, ['variables']),
    ...checkNameTemplate(nameTemplate, Object.keys(variables), ['nameTemplate']),
    ...checkSla(sla),
    ...(onePerItem && Object.values(variables).every(({ type }) => type !== 'SYS_COLLECTION')
      ? [{ path: ['onePerItem'], message: 'the process has no variable of type SYS_COLLECTION' }]
      : []),
  ],
}
