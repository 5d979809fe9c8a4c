import type { ModelProblem } from './model.ts'
import { childrenOf, type Element } from './refuse.ts'

/** What to use here instead of the attributes and elements of other tools. */
const MEANINGS: [RegExp, string][] = [
  [/assign|candidate|performer|owner/i, 'use kontor:performer to say who does the task'],
  [/listener/i, 'listeners are not supported'],
  [/form|field/i, 'use kontor:form to describe the form'],
  [/retr/i, 'use the settings "retries" and "backoff" to say how often it is tried'],
  [
    /mapping|inputoutput|parameter|^in$|^out$|variable/i,
    'use kontor:mappings to pass values in and out',
  ],
  [/due|followup/i, 'use kontor:due to say when the task is due'],
  [
    /class|delegate|expression|taskdefinition|type|connector/i,
    'use kontor:step to say what the step does',
  ],
  [/topic/i, 'use kontor:topic to let programs do the step'],
  [/priority/i, 'steps have no priority'],
]

/** Attributes and extension elements of other tools: each is ignored with a warning. */
export const foreignIn = (process: Element): ModelProblem[] =>
  [process, ...childrenOf(process)].flatMap((element) => {
    const { id = '', name = '' } = element
    return foreignNames(element).map((each) => ({
      element: id,
      name,
      message: `"${each}" is ignored${meaningOf(each)}`,
      severity: 'warning' as const,
    }))
  })

const OURS = /^(kontor|bpmn|xsi|xmlns):/

/** Includes those on the parts of an element: its triggers, its loop, its condition. */
function foreignNames(element: Element): string[] {
  const parts = [element, ...partsOf(element)]
  const attributes = parts.flatMap(({ $attrs }) =>
    Object.keys(($attrs as object | undefined) ?? {}),
  )
  const extensions = parts.flatMap(({ extensionElements }) => {
    const { values = [] } = (extensionElements ?? {}) as { values?: Element[] }
    return values.map(({ $type }) => $type)
  })
  return [...attributes, ...extensions].filter((each) => each !== 'xmlns' && !OURS.test(each))
}

const partsOf = ({ eventDefinitions, loopCharacteristics, conditionExpression }: Element) =>
  [eventDefinitions, loopCharacteristics, conditionExpression]
    .flat()
    .filter((each) => each !== undefined && each !== null) as Element[]

function meaningOf(name: string): string {
  const local = name.replace(/^\w+:/, '')
  const [, words] = MEANINGS.find(([pattern]) => pattern.test(local)) ?? []
  return words ? `: ${words}` : ''
}
