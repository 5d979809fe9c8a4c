import type { Kind } from '../../kinds/kind.ts'

/** What happens to a registration is for who may read the item. */
export const registrationKind: Kind = {
  name: 'registration',
  about: ({ data }) => {
    const { namespace, code, id } = (data.item ?? {}) as Record<string, unknown>
    return id === undefined ? undefined : `item:${namespace}/${code}/${id}`
  },
}
