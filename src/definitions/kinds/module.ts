import { z } from 'zod'
import { parseDuration } from '../../engine/time/duration.ts'
import { AppPath, Code, Name, Prose } from '../../lib/codes.ts'
import { didYouMean } from '../../lib/did-you-mean.ts'
import { Fields, Parameters } from '../field.ts'
import { checkFields, checkParameters } from '../field-checks.ts'
import type { DefinitionKind } from '../kind.ts'
import { inFields, toOptional } from '../reference.ts'
import type { Issue, Path } from '../source.ts'

/** Characters of a program, as many as a diagram may hold. */
const LARGEST = 200 * 1024

const script = Code.describe('one of "scripts"')
const functionName = z.string().regex(/^[A-Za-z_$][\w$]{0,99}$/, 'expected the name of a function')
const called = functionName.default('action').describe('the function of the script that is called')

/** Of a process or a module. */
export const ScriptUser = z
  .string()
  .min(1)
  .max(200)
  .optional()
  .describe(
    'login of the user whose rights its scripts have; absent = the person who starts the process, changes the item or calls',
  )

const DAY = 86_400_000

function isOften(text: string): boolean {
  const { months, days, milliseconds } = parseDuration(text) ?? NEVER
  const length = days * DAY + milliseconds
  return months === 0 && length >= 1000 && length <= DAY
}

const NEVER = { months: 0, days: 0, milliseconds: 0 }

const Action = z.strictObject({
  name: Name,
  url: z.url().optional().describe('where the action is carried out'),
  script: script.optional(),
  function: called,
  check: functionName
    .optional()
    .describe('the function of the script that is asked afterwards, until it returns true'),
  every: z
    .string()
    .refine((text) => isOften(text), 'expected a duration such as PT30S, from one second to a day')
    .default('PT1M')
    .describe('how often "check" is asked'),
  isAsync: z.boolean().default(false),
  input: Fields,
  output: Fields,
  variables: Fields.describe('what its script works with beside input and output'),
})

const Route = z.strictObject({
  name: Name.optional(),
  methods: z
    .array(z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']))
    .min(1)
    .default(['GET', 'POST']),
  access: z
    .enum(['token', 'public'])
    .default('token')
    .describe('"public" = whoever knows the address; absent = people of the company, with a token'),
  script,
  function: called,
})

const Handler = z.strictObject({
  name: Name.optional(),
  on: z.enum(['created', 'updated', 'status', 'deleted']).describe('what happens to an item'),
  app: AppPath.optional().describe('absent = of any app'),
  script,
  function: called,
})

const Module = z.strictObject({
  name: Name,
  author: z.string().max(500).default(''),
  summary: Prose.default(''),
  description: Prose.default(''),
  help: Prose.default(''),
  website: z.string().max(2000).default(''),
  language: z.string().max(20).default('en'),
  enabled: z.boolean().default(true),
  scriptUser: ScriptUser,
  parameters: Parameters.describe('settings that its scripts read'),
  scripts: z
    .record(Code, z.string().min(1).max(LARGEST))
    .default({})
    .describe('programs whose functions are called, by code'),
  actions: z.record(Code, Action).default({}),
  routes: z.record(Code, Route).default({}).describe('requests that a script answers'),
  handlers: z.record(Code, Handler).default({}).describe('what a script does when items change'),
  telephony: z.strictObject({ enabled: z.boolean().default(true) }).optional(),
})
type Module = z.output<typeof Module>

export const module: DefinitionKind<typeof Module> = {
  schema: Module,
  files: ['modules/{code}'],
  references: ({ handlers, parameters }) => [
    ...inFields(parameters, ['parameters']),
    ...Object.entries(handlers).flatMap(([code, { app }]) =>
      toOptional('app', app, ['handlers', code, 'app']),
    ),
  ],
  check: (body) => [
    ...checkParameters(body.parameters),
    ...Object.entries(body.actions).flatMap(([code, { input, output, variables }]) => [
      ...checkFields(input, ['actions', code, 'input']),
      ...checkFields(output, ['actions', code, 'output']),
      ...checkFields(variables, ['actions', code, 'variables']),
    ]),
    ...checkScripts(body),
  ],
}

/** Whether everything that names a script finds it, and somebody is there to act. */
function checkScripts({ scripts, scriptUser, actions, routes, handlers }: Module): Issue[] {
  const known = (code: string | undefined, path: Path): Issue[] =>
    code === undefined || Object.hasOwn(scripts, code)
      ? []
      : [{ path, message: `unknown script "${code}"${didYouMean(code, Object.keys(scripts))}` }]
  return [
    ...Object.entries(actions).flatMap(([code, { url, script: own, check }]) => [
      ...known(own, ['actions', code, 'script']),
      ...(check !== undefined && own === undefined
        ? [{ path: ['actions', code, 'check'], message: '"check" is a function of a "script"' }]
        : []),
      ...(url !== undefined && own !== undefined
        ? [{ path: ['actions', code, 'url'], message: 'an action has either "url" or "script"' }]
        : []),
    ]),
    ...Object.entries(routes).flatMap(([code, { access, script: own }]) => [
      ...known(own, ['routes', code, 'script']),
      ...(access === 'public' && scriptUser === undefined
        ? [
            {
              path: ['routes', code, 'access'],
              message: 'a public route needs the "scriptUser" of its module',
            },
          ]
        : []),
    ]),
    ...Object.entries(handlers).flatMap(([code, { script: own }]) =>
      known(own, ['handlers', code, 'script']),
    ),
  ]
}
