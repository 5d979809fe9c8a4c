import { isFit } from '../../world.ts'
import { type Convert, nameOf, textIn } from './shape.ts'

const TAGS: Record<string, string> = {
  exclusive: 'exclusiveGateway',
  inclusive: 'inclusiveGateway',
  parallel: 'parallelGateway',
}

/** Its function, if it has one, is a step before it. */
export const gateway: Convert = (work, item) => {
  const kind = textIn(item.settings, 'type')
  isFit(work.say, 'gateway', kind, `${nameOf(item)}: ${kind}`)
  return { tag: (Object.hasOwn(TAGS, kind) && TAGS[kind]) || 'exclusiveGateway' }
}
