import { actionCodes, processOf } from '../../modules.ts'
import { fieldCode } from '../../text.ts'
import { toMappings } from '../bindings.ts'
import { processCodes } from '../codes.ts'
import type { Mapping } from '../diagram.ts'
import type { Item } from '../schemas.ts'
import { isVariable, type Work } from '../work.ts'
import { byProgram, type Convert, giveUp, nameOf, step, textIn } from './shape.ts'

const mappingsOf = (work: Work, item: Item): Mapping[] => {
  const what = nameOf(item)
  return [
    ...toMappings(work, item.settings.input, { direction: 'in', what }),
    ...toMappings(work, item.settings.output, { direction: 'out', what }),
  ]
}

export const call: Convert = (work, item) => {
  const { settings } = item
  const [namespace, code] = [textIn(settings, 'namespace'), textIn(settings, 'code')]
  const mappings = [...mappingsOf(work, item), ...mainItemOf(work, item)]
  const called = processCodes(work.world).get(`process:${namespace}/${code}`)
  if (called === undefined) {
    return {
      ...giveUp(work, item, `the process ${namespace}/${code} is not in the package`),
      mappings,
    }
  }
  const target = work.world.targets.of(namespace)
  return {
    tag: 'callActivity',
    attributes: { calledElement: `${target.namespace}/${called}` },
    settings: { ...(settings.async === true && { async: 'true' }) },
    mappings,
  }
}

/** The item that the called process is about. */
function mainItemOf(work: Work, item: Item): Mapping[] {
  const { linkCode, subProcessTargetFieldCode: target } = item.settings
  if (linkCode === undefined || linkCode === null || linkCode === '') return []
  const source = typeof linkCode === 'string' ? fieldCode(linkCode) : ''
  if (typeof target !== 'string' || target === '' || !isVariable(work, source)) {
    work.say('by hand', nameOf(item), 'which item the called process is about is not understood')
    return []
  }
  return [{ direction: 'in', source, target: fieldCode(target) }]
}

/** An action of a module; where the module is elsewhere, a program of its topic does it. */
export const ca: Convert = (work, item) => {
  const { settings } = item
  const [namespace, code] = [textIn(settings, 'namespace'), textIn(settings, 'code')]
  const module = work.world.targets.moduleOf(namespace)
  const mappings = mappingsOf(work, item)
  const process = processOf(work.world, namespace, code)
  if (process !== undefined) {
    const calledElement = `${work.world.targets.of(namespace).namespace}/${process}`
    return { tag: 'callActivity', attributes: { calledElement }, mappings }
  }
  const action = actionCodes(work.world).get(`action:${namespace}/${code}`)
  if (module === undefined || action === undefined) {
    work.say('by hand', nameOf(item), `its module is not in the package: a program does it`)
    return { ...byProgram(work, `action/${code}`), mappings }
  }
  return step('ca', { settings: { module, action }, mappings })
}
