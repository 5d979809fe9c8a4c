/** Where somebody was in a list: it is the same after going back and after a reload of the tab. */
export type ListPosition = {
  selected: string[]
  active: string | undefined
  /** The uppermost line in sight: how high the lines above it are is known only when they are drawn. */
  top: string | undefined
  /** Its number: the line itself may be gone. */
  at: number
}

const NOWHERE: ListPosition = { selected: [], active: undefined, top: undefined, at: 0 }

const keyOf = (address: string) => `tasks.place ${address}`
const ORDER = 'tasks.order'

function read<T>(key: string): T | undefined {
  try {
    const text = sessionStorage.getItem(key)
    return text === null ? undefined : (JSON.parse(text) as T)
  } catch {
    return undefined
  }
}

function write(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // A browser that keeps nothing only forgets the place.
  }
}

export const readPlace = (address: string): ListPosition =>
  read<ListPosition>(keyOf(address)) ?? NOWHERE

export const savePlace = (address: string, place: Partial<ListPosition>): void =>
  write(keyOf(address), { ...readPlace(address), ...place })

/** The list that a task was opened from, in its order. */
export type Order = { address: string; ids: string[] }

export const readOrder = (): Order | undefined => read<Order>(ORDER)
export const saveOrder = (order: Order): void => write(ORDER, order)
