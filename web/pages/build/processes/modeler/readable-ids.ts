import { codeOf } from '../../code-of.ts'
import type { Services, Shape } from './services.ts'

type Renamed = { context: { element: Shape } }

/** What the modeller makes up: `Activity_1g8i5qg`. */
const MADE_UP = /^(Activity|Event|Gateway|Flow)_[0-9a-z]{7}$/

/**
 * Programs name steps and exits by their ids, and people read them in the file: a new element is called
 * by its name. One that was there before keeps its id, because instances stand at it.
 */
function readableIds(
  eventBus: Services['eventBus'],
  modeling: Services['modeling'],
  elementRegistry: Services['elementRegistry'],
) {
  const given = new Map<Shape, string>()
  const name = ({ context: { element } }: Renamed) => {
    const shape = elementRegistry.get(element.businessObject.id ?? '')
    if (!shape) return
    const { id = '', name: text } = shape.businessObject
    const isOurs = MADE_UP.test(id) || given.get(shape) === id
    if (!isOurs || !text) return
    const taken = elementRegistry.filter((each) => each !== shape).map((each) => each.id)
    const next = codeOf(text, taken, 'step')
    if (next === id) return
    given.set(shape, next)
    modeling.updateProperties(shape, { id: next })
  }
  eventBus.on('commandStack.element.updateLabel.postExecuted', name as (event: never) => void)
  eventBus.on('commandStack.element.updateProperties.postExecuted', name as (event: never) => void)
  return {}
}
readableIds.$inject = ['eventBus', 'modeling', 'elementRegistry']

export const readable = { __init__: ['readableIds'], readableIds: ['factory', readableIds] }
