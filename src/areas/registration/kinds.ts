import type { Kind } from '../../kinds/kind.ts'

/** Events of a registration are for readers of the item. */
export const registrationKind: Kind = {
  name: 'registration',
  about: ({ data }) => {
    const { namespace, code, id } = (data.item ?? {}) as Record<string, unknown>
    return id === undefined ? undefined : `item:${namespace}/${code}/${id}`
  },
}
