import { above, RIGHTS } from '../../kinds/resources.ts'
import type { ResourceKind } from '../../platform/access.ts'

/** Workspaces hold apps, apps hold items: a right on the upper holds for the lower. */
export const appResources: ResourceKind[] = [
  { kind: 'workspace', rights: RIGHTS, parent: () => undefined },
  { kind: 'app', rights: RIGHTS, parent: (id) => ({ kind: 'workspace', id: above(id) }) },
  // What is granted on an app says nothing of a field that has rights of its own.
  { kind: 'field', rights: ['read', 'update'], parent: () => undefined },
  {
    kind: 'item',
    rights: RIGHTS,
    parent: (id) => ({ kind: 'app', id: above(id) }),
    isMany: true,
  },
]
