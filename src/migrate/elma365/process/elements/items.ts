import { fieldCode } from '../../text.ts'
import { toMappings } from '../bindings.ts'
import { appOf, isVariable } from '../work.ts'
import { type Convert, giveUp, nameOf, step, textIn } from './shape.ts'

const variableOf = (settings: Record<string, unknown>): string =>
  fieldCode(textIn(settings, 'variable'))

export const assignment: Convert = (work, item) => {
  const given = item.settings.bindings
  const what = nameOf(item)
  // Here the target is a variable, too.
  const mappings = toMappings(work, given, { direction: 'in', what }).filter(({ target }) => {
    const isKnown = isVariable(work, target)
    if (!isKnown) work.say('not understood', `${what}: ${target}`, 'there is no such variable')
    return isKnown
  })
  if (mappings.length === 0) return giveUp(work, item, 'nothing of it is left')
  return step('assignment', { mappings })
}

export const status: Convert = (work, item) => {
  const target = variableOf(item.settings)
  const app = appOf(work, target)
  const code = app?.statuses.get(Number(item.settings.status))
  if (!isVariable(work, target) || code === undefined) {
    return giveUp(work, item, 'the status is not in the package')
  }
  return step('status', { settings: { target, status: code } })
}

export const appCreate: Convert = (work, item) => {
  const result = variableOf(item.settings)
  const app = work.variables[result]?.app
  if (typeof app !== 'string')
    return giveUp(work, item, 'its variable holds no items of a known app')
  if (item.settings.manual === true) {
    work.say('changed', nameOf(item), 'somebody creates the item by hand and names it in a task')
    return { tag: 'userTask', form: [{ code: result, name: result, required: true }] }
  }
  const mappings = toMappings(work, item.settings.bindings, { direction: 'in', what: nameOf(item) })
  return step('app_create', { settings: { app, result }, mappings })
}

export const appUpdate: Convert = (work, item) => {
  const target = variableOf(item.settings)
  if (!isVariable(work, target)) return giveUp(work, item, 'its variable is not known')
  if (item.settings.manual === true) {
    work.say(
      'changed',
      nameOf(item),
      'somebody changes the item on its page, and says so in a task',
    )
    return { tag: 'userTask', form: [{ code: target, name: target, readonly: true }] }
  }
  const mappings = toMappings(work, item.settings.bindings, { direction: 'in', what: nameOf(item) })
  return step('app_update', { settings: { target }, mappings })
}
