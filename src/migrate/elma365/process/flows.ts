import { toCondition } from '../conditions.ts'
import { isFit } from '../world.ts'
import type { Flow } from './diagram.ts'
import { toRows } from './elements/user.ts'
import { sourceOf } from './escalations.ts'
import type { Item, Transition } from './schemas.ts'
import { isVariable, toId, type Work } from './work.ts'

const PEOPLE = ['user', 'sign_item']
const SHARES = ['__approvePercent', '__rejectPercent']

type Flowing = { items: Map<string, Item>; starts: Map<string, string> }

export function toFlows(work: Work, { items, starts }: Flowing): Flow[] {
  return work.transitions.flatMap((transition) => {
    const { id, name, type, path } = transition
    const [source, target] = [items.get(transition.source), items.get(transition.target)]
    const what = `way ${name || id}`
    if (!source || !target) {
      work.say('not understood', what, 'it does not connect two elements')
      return []
    }
    if (!isFit(work.say, 'transition', type, `${what} (${type})`)) return []
    if ((type === 'timer' || type === 'error') && !starts.has(id)) {
      work.say('not understood', what, `nothing leads to it: its step has no ${type}`)
      return []
    }
    const isChoice = PEOPLE.includes(source.type) && !starts.has(id)
    return [
      {
        ...{ id: toId(id, 'f'), path, target: toId(target.id) },
        name: isChoice ? exitName(work, transition, target) : name,
        source: sourceOf(starts, id, source.id),
        ...conditionOf(work, transition, source),
        ...(isChoice && exitOf(work, transition)),
      },
    ]
  })
}

/** People choose among exits by their names. */
function exitName({ transitions }: Work, { id, name, source }: Transition, target: Item): string {
  const others = transitions.filter((each) => each.source === source && each.id !== id)
  return name || (others.length === 0 ? '' : target.name || 'Go on')
}

const BUTTONS = ['default', 'primary', 'danger']

function exitOf(work: Work, { name, id, settings: { exit } }: Transition): Partial<Flow> {
  if (!exit) return {}
  const { confirm, confirmText, buttonClass, interrupt, skipCheck, formFields } = exit
  const isKnown =
    confirm === '' || isFit(work.say, 'confirm', confirm, `exit ${name || id}: ${confirm}`)
  const asks = isKnown && confirm !== '' && confirm !== 'none'
  const form = confirm === 'form' ? toRows(work, formFields, `exit ${name || id}`) : []
  return {
    attributes: {
      'kontor:confirm': asks && (confirm !== 'form' || form.length > 0) ? confirm : undefined,
      'kontor:confirmText':
        asks && confirmText !== '' && confirm === 'text' ? confirmText : undefined,
      'kontor:buttonClass':
        BUTTONS.includes(buttonClass) && buttonClass !== 'default' ? buttonClass : undefined,
      'kontor:interrupt': interrupt || undefined,
      'kontor:skipCheck': skipCheck || undefined,
    },
    form,
  }
}

/**
 * A condition that is not understood never holds: the process stops there instead of going a wrong way.
 * Exits that people choose are offered always.
 */
function conditionOf(work: Work, transition: Transition, source: Item): Partial<Flow> {
  const { name, id, type, settings } = transition
  if (type !== 'plain') return {}
  const answer = work.answers.get(source.id)
  const condition = toCondition(settings.conditions, (path) => {
    if (path === '__service' && answer !== undefined) return answer
    if (SHARES.includes(path) && source.type === 'approval_list_process') return path
    if (path.includes('.')) return { why: `read "${path}" into a variable first` }
    return isVariable(work, path) ? path : { why: `"${path}" is no variable of the process` }
  })
  if (!condition) return {}
  if ('tree' in condition) return { condition: JSON.stringify(condition.tree) }
  const isChoice = PEOPLE.includes(source.type)
  const what = `condition of ${name || id}`
  work.say(
    'not understood',
    what,
    `${condition.why}; ${isChoice ? 'the exit is always offered' : 'it never holds'}`,
  )
  return isChoice ? {} : { condition: 'false' }
}
