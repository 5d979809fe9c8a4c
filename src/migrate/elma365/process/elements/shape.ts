import type { Piece } from '../diagram.ts'
import type { Item } from '../schemas.ts'
import type { Work } from '../work.ts'

/** What an element becomes; its id, name and place are those it had. */
export type Shape = Pick<
  Piece,
  'tag' | 'attributes' | 'settings' | 'mappings' | 'form' | 'children'
>

export type Convert = (work: Work, item: Item) => Shape

/** How reports name an element. */
export const nameOf = ({ name, type }: Item): string => (name === '' ? type : `${name} (${type})`)

export const textIn = (settings: Item['settings'], key: string): string => {
  const value = settings[key]
  return typeof value === 'string' ? value : ''
}

const TOPIC = 100

/** A step that a program does: its job waits until one asks for the topic. */
export function byProgram({ from }: Work, doing: string): Shape {
  const topic = `elma365/${from}/${doing}`.replaceAll(/[^\w.:/-]/g, '_').slice(0, TOPIC)
  return { tag: 'serviceTask', attributes: { 'kontor:topic': topic } }
}

/** Something that is known in principle, but not with these settings. */
export function giveUp(work: Work, item: Item, why: string): Shape {
  work.say('not understood', nameOf(item), `${why}: a program does it, as a worker of its topic`)
  return byProgram(work, item.type)
}

/** An automatic step of ours. */
export const step = (kind: string, shape: Omit<Shape, 'tag'> = {}): Shape => ({
  ...shape,
  tag: kind === 'assignment' ? 'businessRuleTask' : 'serviceTask',
  attributes: { ...shape.attributes, 'kontor:step': kind },
})
