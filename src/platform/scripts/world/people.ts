import type { Any, Kit } from './kit.ts'

/** People, groups and the org chart. Runs in the sandbox. */
export function people(kit: Kit) {
  type Unit = {
    id: string
    kind: string
    name: string
    parent: string | null
    isHead: boolean
    users: string[]
  }

  const listUnits = async (): Promise<Unit[]> => (await kit.call('users.getOrgChart')).units

  /** Units by position in the chart: one leads to all others. */
  const treeOf = (units: readonly Unit[]) => {
    const nodes: Any[] = units.map(({ id, kind, name, parent, isHead, users }) =>
      kit.guarded(
        {
          id,
          data: { __id: id, type: kind.toUpperCase(), name, parent: parent ?? undefined, isHead },
          users: () => users.map(userOf),
          getParent: () => nodes.find((each) => each.id === parent),
          getChildren: () => nodes.filter((each) => each.data.parent === id),
          find: (wanted: Any): Any => findIn(nodes.filter(isWithin(id)), wanted),
        },
        'unit',
      ),
    )
    const isWithin = (id: string) => (node: Any) => {
      for (let at = node; at !== undefined; at = at.getParent()) if (at.id === id) return true
      return false
    }
    const roots = () => nodes.filter(({ data }) => data.parent === undefined)
    return kit.guarded(
      {
        getRoot: () => {
          const [root, ...others] = roots()
          if (others.length === 0) return root
          const data = { type: 'DEPARTMENT', name: '', isHead: false }
          const getChildren = roots
          const find = (wanted: Any) => findIn(nodes, wanted)
          return kit.guarded(
            { id: '', data, getChildren, getParent: () => undefined, find },
            'unit',
          )
        },
        find: (wanted: Any) => findIn(nodes, wanted),
        nodes: () => nodes,
      },
      'tree',
    )
  }

  const findIn = (nodes: readonly Any[], wanted: Any) =>
    nodes.find(({ id, data }) => data.name === String(wanted) || id === wanted)

  /** The managers of a user: the nearest heads above each position. */
  const chiefsOf = (units: readonly Unit[], user: string): string[] => {
    const parentOf = (id: string | null) => units.find((unit) => unit.id === id)?.parent ?? null
    const above = units
      .filter(({ users }) => users.includes(user))
      .flatMap(({ parent, isHead }) => {
        for (let at = isHead ? parentOf(parent) : parent; at !== null; at = parentOf(at)) {
          const heads = units
            .filter((unit) => unit.parent === at && unit.isHead)
            .flatMap(({ users }) => users)
            .filter((id) => id !== user)
          if (heads.length > 0) return heads
        }
        return []
      })
    return [...new Set(above)]
  }

  const aboutUser = (id: string) => ({
    id,
    positions: async () => {
      const units = await listUnits()
      const held = units.filter(({ users }) => users.includes(id)).map((unit) => unit.id)
      return treeOf(units)
        .nodes()
        .filter((node) => held.includes(node.id))
    },
    getChiefs: async () => chiefsOf(await listUnits(), id).map(userOf),
    toJSON: () => id,
  })

  const userOf = (id: string): Any =>
    kit.guarded(
      {
        ...aboutUser(id),
        fetch: async () => {
          const { result } = await kit.call('users.list', { input: { ids: [id], size: 1 } })
          if (result.result.length === 0) throw new Error(`user not found: ${id}`)
          return toUser(result.result[0])
        },
      },
      'user',
    )

  const toUser = (row: Any): Any =>
    kit.guarded(
      { ...aboutUser(row.__id), data: row, fetch: async () => userOf(row.__id).fetch() },
      'user',
    )

  const toGroup = (row: Any): Any => {
    const list =
      (operation: string, toItem: (each: Any) => Any) =>
      async (from = 0, size = 10) => {
        const request = { params: { id: row.__id }, input: { from, size } }
        return (await kit.call(operation, request)).result.result.map(toItem)
      }
    return kit.guarded(
      {
        id: row.__id,
        data: row,
        users: list('scheme.listGroupUsers', toUser),
        subGroups: list('scheme.listSubGroups', toGroup),
        parentGroups: list('scheme.listParentGroups', toGroup),
        positions: list('scheme.listGroupPositions', (each) => ({ id: each.__id, data: each })),
      },
      'group',
    )
  }

  const users = kit.guarded(
    {
      search: () => kit.newSearch(kit.listingOf('users.list', toUser)),
      getCurrentUser: async () => userOf((await kit.ask({ me: true })).id).fetch(),
    },
    'System.users',
  )
  const userGroups = kit.guarded(
    { search: () => kit.newSearch(kit.listingOf('scheme.listGroups', toGroup)) },
    'System.userGroups',
  )
  const organisationStructure = kit.guarded(
    { fetchTree: async () => treeOf(await listUnits()) },
    'System.organisationStructure',
  )

  return { userOf, people: { users, userGroups, organisationStructure } }
}
