import type { ModelProblem } from './model.ts'
import { childrenOf, type Element } from './refuse.ts'

/** What other tools mean by their attributes and elements, and how it is said here. */
const MEANINGS: [RegExp, string][] = [
  [/assign|candidate|performer|owner/i, 'who does a task is said by kontor:performer'],
  [/listener/i, 'listeners are not called'],
  [/form|field/i, 'forms are written as kontor:form'],
  [/retr/i, 'retries are the same for every step'],
  [/mapping|inputoutput|parameter|^in$|^out$|variable/i, 'values go in and out by kontor:mappings'],
  [/due|followup/i, 'when a task is due is said by kontor:due'],
  [
    /class|delegate|expression|taskdefinition|type|topic|connector/i,
    'what a step does is said by kontor:step',
  ],
  [/priority/i, 'steps have no priority'],
]

/** Attributes and extension elements of other tools: each is left away, and said so. */
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

/** Also those of what belongs to an element: its triggers, its loop, its condition. */
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
